//! A file in parts of whole lines, read in blocks by several threads.
//!
//! Blocks, and not a memory map: copying a block out of the page cache costs a few percent, and a file that shrinks
//! under us is then a short read that can be told, instead of a signal that kills the process.

use crate::fault::Faults;
use crate::feed::{Feed, Sink};
use crate::layout::Grammar;
use std::fs::File;
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

const BLOCK: usize = 1 << 18;
/// Parts are small enough to keep all threads busy to the end, and large enough not to be felt.
const PARTS_A_THREAD: u64 = 8;
const SMALLEST_PART: u64 = 1 << 20;
const LARGEST_PART: u64 = 1 << 26;

/// Shared with whoever waits for the reading: how far it is, and whether to stop.
#[derive(Debug, Default)]
pub struct Watch {
    pub done: AtomicU64,
    pub stop: AtomicBool,
}

/// What every part of an input has, whatever its records are made into.
#[derive(Debug, Default)]
pub struct Part {
    pub lines: u64,
    pub records: u64,
    pub faults: Faults,
    pub tag: Vec<u8>,
}

impl From<Feed> for Part {
    fn from(feed: Feed) -> Self {
        Part { lines: feed.lines, records: feed.records, faults: feed.faults, tag: feed.tag }
    }
}

/// All parts of a file, in order, each with the sink that took its records.
pub struct Parts<S> {
    pub parts: Vec<(Part, S)>,
    /// The file is not as long as it was when reading began.
    pub changed: bool,
    /// A sink wanted no more, or `Watch::stop` was set: the parts are not all there.
    pub stopped: bool,
}

/// Read a file with up to `threads` threads; every part gets a sink of its own.
pub fn read<S: Sink + Send>(
    path: &str,
    grammar: &Grammar,
    threads: usize,
    watch: &Watch,
    new_sink: impl Fn() -> S + Sync,
) -> io::Result<Parts<S>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let part = (size / (threads as u64 * PARTS_A_THREAD)).clamp(SMALLEST_PART, LARGEST_PART);
    let bounds = bounds(&file, size, part)?;
    let count = bounds.len() - 1;
    let slots: Vec<Mutex<Option<(Part, S)>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let (next, enough, changed) = (AtomicUsize::new(0), AtomicBool::new(false), AtomicBool::new(false));
    let work = || -> io::Result<()> {
        let mut block = vec![0; BLOCK.min(size as usize)];
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= count || enough.load(Ordering::Relaxed) || watch.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let mut sink = new_sink();
            let mut feed = Feed::new(grammar.clone(), part == 0);
            let mut at = bounds[part];
            while at < bounds[part + 1] && !watch.stop.load(Ordering::Relaxed) {
                let wanted = block.len().min((bounds[part + 1] - at) as usize);
                let got = read_at(&file, &mut block[..wanted], at)?;
                if got == 0 {
                    changed.store(true, Ordering::Relaxed);
                    break;
                }
                at += got as u64;
                if !feed.push(&block[..got], &mut sink) {
                    enough.store(true, Ordering::Relaxed);
                    return Ok(());
                }
                watch.done.fetch_add(got as u64, Ordering::Relaxed);
            }
            if !feed.finish(&mut sink) {
                enough.store(true, Ordering::Relaxed);
                return Ok(());
            }
            sink.settle();
            *slots[part].lock().expect("no worker panics with the lock") = Some((feed.into(), sink));
        }
    };
    let outcomes: Vec<io::Result<()>> = std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads.min(count)).map(|_| scope.spawn(work)).collect();
        let mut outcomes = vec![work()];
        outcomes
            .extend(helpers.into_iter().map(|helper| helper.join().expect("a worker returns its errors")));
        outcomes
    });
    outcomes.into_iter().collect::<io::Result<()>>()?;
    let parts = slots.into_iter().filter_map(|slot| slot.into_inner().expect("no worker panics")).collect();
    Ok(Parts {
        parts,
        changed: changed.into_inner() || file.metadata()?.len() != size,
        stopped: enough.into_inner() || watch.stop.load(Ordering::Relaxed),
    })
}

/// Cut the file near multiples of `part`, after line feeds. A file without any is one part.
fn bounds(file: &File, size: u64, part: u64) -> io::Result<Vec<u64>> {
    let mut bounds = vec![0];
    let mut block = vec![0; 1 << 12];
    let mut target = part;
    while target < size {
        let mut at = target - 1;
        let cut = loop {
            let got = read_at(file, &mut block, at)?;
            if got == 0 {
                break size;
            }
            match memchr::memchr(b'\n', &block[..got]) {
                Some(found) => break at + found as u64 + 1,
                None => at += got as u64,
            }
        };
        if cut >= size {
            break;
        }
        bounds.push(cut);
        target = cut.max(target) + part;
    }
    bounds.push(size);
    Ok(bounds)
}

#[cfg(unix)]
fn read_at(file: &File, block: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, block, at)
}

#[cfg(windows)]
fn read_at(file: &File, block: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, block, at)
}
