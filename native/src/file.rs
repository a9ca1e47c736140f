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
/// How far a topic's end is looked for, to cut there.
const FAR: usize = 1 << 20;

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

/// Whether a part begins, and ends, where a topic does: it then needs no neighbour for its first, or last, topic.
#[derive(Clone, Copy, Debug, Default)]
pub struct Borders {
    pub first_whole: bool,
    pub last_whole: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cut {
    at: u64,
    between_topics: bool,
}

/// Read a file with up to `threads` threads; every part gets a sink of its own.
pub fn read<S: Sink + Send>(
    path: &str,
    grammar: &Grammar,
    threads: usize,
    watch: &Watch,
    new_sink: impl Fn(Borders) -> S + Sync,
) -> io::Result<Parts<S>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let part = (size / (threads as u64 * PARTS_A_THREAD)).clamp(SMALLEST_PART, LARGEST_PART);
    let cuts = cuts(&file, size, part)?;
    let count = cuts.len() - 1;
    let slots: Vec<Mutex<Option<(Part, S)>>> = (0..count).map(|_| Mutex::new(None)).collect();
    let (next, enough, changed) = (AtomicUsize::new(0), AtomicBool::new(false), AtomicBool::new(false));
    let work = || -> io::Result<()> {
        let mut block = vec![0; BLOCK.min(size as usize)];
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= count || enough.load(Ordering::Relaxed) || watch.stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let (begin, end) = (cuts[part], cuts[part + 1]);
            let mut sink =
                new_sink(Borders { first_whole: begin.between_topics, last_whole: end.between_topics });
            let mut feed = Feed::new(grammar.clone(), part == 0);
            let mut at = begin.at;
            while at < end.at && !watch.stop.load(Ordering::Relaxed) {
                let wanted = block.len().min((end.at - at) as usize);
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

/// Cut the file near multiples of `part`: where a topic ends, or else after a line feed. A file without any is one part.
fn cuts(file: &File, size: u64, part: u64) -> io::Result<Vec<Cut>> {
    let mut cuts = vec![Cut { at: 0, between_topics: true }];
    let mut block = vec![0; 1 << 12];
    let mut target = part;
    while target < size {
        let mut at = target - 1;
        let line = loop {
            let got = read_at(file, &mut block, at)?;
            if got == 0 {
                break size;
            }
            match memchr::memchr(b'\n', &block[..got]) {
                Some(found) => break at + found as u64 + 1,
                None => at += got as u64,
            }
        };
        if line >= size {
            break;
        }
        let end = end_of_topic(file, line)?;
        let cut = Cut { at: end.unwrap_or(line), between_topics: end.is_some() };
        cuts.push(cut);
        target = cut.at.max(target) + part;
    }
    cuts.push(Cut { at: size, between_topics: true });
    Ok(cuts)
}

/// Find the first line, not too far down, that begins with another word than the line at `from`. If that should be no
/// end of a topic, because lines are out of order or no records, it shows when the parts are joined.
fn end_of_topic(file: &File, from: u64) -> io::Result<Option<u64>> {
    let mut text = Vec::new();
    let mut block = vec![0; 1 << 16];
    let (mut line, mut topic) = (0, None);
    while text.len() < FAR {
        let got = read_at(file, &mut block, from + text.len() as u64)?;
        if got == 0 {
            break;
        }
        text.extend_from_slice(&block[..got]);
        while let Some(length) = memchr::memchr(b'\n', &text[line..]) {
            let name = first_word(&text[line..line + length]);
            if *topic.get_or_insert_with(|| name.to_vec()) != name {
                return Ok(Some(from + line as u64));
            }
            line += length + 1;
        }
    }
    Ok(None)
}

fn first_word(line: &[u8]) -> &[u8] {
    line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()).unwrap_or_default()
}

#[cfg(unix)]
fn read_at(file: &File, block: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, block, at)
}

#[cfg(windows)]
fn read_at(file: &File, block: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, block, at)
}

#[cfg(test)]
mod tests {
    use super::{Cut, cuts};
    use std::fmt::Write;

    fn cuts_of(name: &str, text: &str, part: u64) -> Vec<Cut> {
        let path = std::env::temp_dir().join(format!("cranfield-cuts-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let found = cuts(&std::fs::File::open(&path).unwrap(), text.len() as u64, part).unwrap();
        std::fs::remove_file(path).unwrap();
        found
    }

    #[test]
    fn parts_end_where_topics_do() {
        let mut text = String::new();
        for topic in 0..20 {
            for doc in 0..1000 {
                writeln!(text, "  {topic} Q0 d{doc} 1 1.0 t").unwrap();
            }
        }
        let found = cuts_of("topics", &text, 100_000);
        assert!(found.len() > 3);
        for cut in &found[1..found.len() - 1] {
            let (before, after) = text.split_at(cut.at as usize);
            let topic = |line: &str| line.split_whitespace().next().map(str::to_owned);
            assert!(cut.between_topics);
            assert_ne!(before.lines().last().and_then(topic), after.lines().next().and_then(topic));
        }
    }

    #[test]
    fn a_topic_that_does_not_end_is_cut_at_a_line() {
        let text = "1 Q0 document 1 1.0 t\n".repeat(100_000);
        let found = cuts_of("one", &text, 1_000_000);
        assert_eq!(found.len(), 4);
        assert!(
            found[1..3]
                .iter()
                .all(|cut| !cut.between_topics && text.as_bytes()[cut.at as usize - 1] == b'\n')
        );
    }
}
