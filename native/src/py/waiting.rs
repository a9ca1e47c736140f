//! Work without the GIL: Ctrl-C is obeyed and progress reported while it goes on.

use crate::feed::{Feed, Sink};
use crate::file::Watch;
use crate::layout::Grammar;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyIterator};
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::Duration;

/// How often a waiting main thread looks for Ctrl-C and reports progress.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// Read an iterator of blocks; the GIL is free while a block is being read.
pub fn read_blocks(
    py: Python,
    blocks: &Bound<PyAny>,
    grammar: &Grammar,
    sink: &mut (impl Sink + Send),
    progress: Option<Py<PyAny>>,
) -> PyResult<Feed> {
    let mut feed = Feed::new(grammar.clone(), true);
    let mut done = 0;
    for block in PyIterator::from_object(blocks)? {
        let block = block?;
        let bytes = block.cast::<PyBytes>()?.as_bytes();
        if !py.detach(|| feed.push(bytes, sink)) {
            return Ok(feed);
        }
        py.check_signals()?;
        done += bytes.len();
        if let Some(progress) = &progress {
            progress.call1(py, (done,))?;
        }
    }
    py.detach(|| feed.finish(sink));
    Ok(feed)
}

/// Work without the GIL on another thread, while this one looks for signals and reports progress.
pub fn in_background<T: Send>(
    py: Python,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&Watch) -> std::io::Result<T> + Send,
) -> PyResult<std::io::Result<T>> {
    let watch = Watch::default();
    py.detach(|| {
        let (finished, wait) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            let watch = &watch;
            let worker = scope.spawn(move || {
                let result = work(watch);
                drop(finished); // wakes the waiting thread at once
                result
            });
            while let Err(mpsc::RecvTimeoutError::Timeout) = wait.recv_timeout(HEARTBEAT) {
                let told = Python::attach(|py| {
                    py.check_signals()?;
                    let done = watch.done.load(Ordering::Relaxed);
                    progress.as_ref().map_or(Ok(()), |progress| progress.call1(py, (done,)).map(drop))
                });
                if let Err(interrupt) = told {
                    watch.stop.store(true, Ordering::Relaxed);
                    return Err(interrupt);
                }
            }
            Ok(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    })
}
