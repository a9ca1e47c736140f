//! The limit of every reader: each file is read once, in blocks, and its line ends and field separators are counted
//! with memchr. No Python starts, no number is parsed, no document is looked up, one thread.
//! Prints `lines fields` summed over the files.

use std::fs::File;
use std::io::{self, Read};
use std::process::ExitCode;

/// Fits the second-level cache of common processors, so the second and third count read no main memory.
const BLOCK: usize = 256 * 1024;

#[derive(Default)]
struct Counts {
    lines: usize,
    separators: usize,
}

fn count(haystack: &[u8], byte: u8) -> usize {
    memchr::memchr_iter(byte, haystack).count()
}

fn scan(path: &str, block: &mut [u8], counts: &mut Counts) -> io::Result<()> {
    let mut file = File::open(path)?;
    loop {
        let filled = match file.read(block) {
            Ok(0) => return Ok(()),
            Ok(filled) => filled,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let filled = &block[..filled];
        counts.lines += count(filled, b'\n');
        counts.separators += count(filled, b' ') + count(filled, b'\t');
    }
}

fn main() -> ExitCode {
    let mut block = vec![0; BLOCK];
    let mut counts = Counts::default();
    for path in std::env::args().skip(1) {
        if let Err(error) = scan(&path, &mut block, &mut counts) {
            eprintln!("error: {path}: {error}");
            return ExitCode::from(2);
        }
    }
    // One separator between two fields, as in the files of generate.py.
    println!("{} {}", counts.lines, counts.lines + counts.separators);
    ExitCode::SUCCESS
}
