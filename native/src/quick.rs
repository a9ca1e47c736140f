//! The quick way through the ordinary line of a run.
//!
//! Nearly every line begins like the one before it (`302 Q0 `) and has single blanks. Such a line is read here, eight
//! bytes at a time; anything else, faults included, goes to `Grammar::read`, which alone decides what a line means.

use crate::fault::is_blank;
use crate::layout::Record;
use crate::number;

/// How the last line began, up to its document.
#[derive(Debug, Default)]
pub struct Beginning {
    bytes: Vec<u8>,
    topic: usize,
}

impl Beginning {
    /// Remember how this line began; `doc` and `topic` are fields of it.
    pub fn remember(&mut self, line: &[u8], topic: &[u8], doc: &[u8]) {
        self.bytes.clear();
        let before = doc.as_ptr().addr() - line.as_ptr().addr();
        if line.starts_with(topic) {
            self.bytes.extend_from_slice(&line[..before]);
            self.topic = topic.len();
        }
    }

    /// Read a line that begins like the last one; None when it is not an ordinary one.
    pub fn read<'a>(&self, line: &'a [u8]) -> Option<Record<'a>> {
        if self.bytes.is_empty() || !line.starts_with(&self.bytes) {
            return None;
        }
        let doc = field(line, self.bytes.len())?;
        let rank = field(line, doc.1 + 1)?;
        let score = field(line, rank.1 + 1)?;
        if is_blank(*line.get(score.1 + 1)?) {
            return None;
        }
        let value = number::parse(&line[score.0..score.1]).filter(|value| !value.is_nan())?;
        Some(Record { topic: &line[..self.topic], doc: &line[doc.0..doc.1], value, rank: None, tag: b"" })
    }
}

const EACH: u64 = 0x0101_0101_0101_0101;

/// The field that begins at `start` and ends before a blank; None when it is empty, or runs into anything unusual.
fn field(line: &[u8], start: usize) -> Option<(usize, usize)> {
    let mut at = start;
    while let Some(eight) = line.get(at..at + 8) {
        let word = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
        // The lowest marked byte is the first one below 0x21; marks above it may be wrong, and are not looked at.
        let low = word.wrapping_sub(EACH * 0x21) & !word & (EACH * 0x80);
        if low != 0 {
            return ended(line, start, at + low.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let rest = line.get(at..)?;
    ended(line, start, at + rest.iter().position(|&byte| byte <= b' ')?)
}

fn ended(line: &[u8], start: usize, end: usize) -> Option<(usize, usize)> {
    (end > start && is_blank(line[end])).then_some((start, end))
}
