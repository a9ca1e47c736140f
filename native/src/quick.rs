//! The quick way through the ordinary line of a run.
//!
//! Nearly every line begins like the one before it (`302 Q0 `) and ends like it (` BM25`). Such a line is read here,
//! eight bytes at a time; anything else, faults included, goes to `Grammar::read`, which alone decides what a line means.

use crate::fault::is_blank;
use crate::layout::{LONGEST_LINE, Record};
use crate::number;

/// How the last line began, up to its document, and how it ended, from behind its score.
#[derive(Debug, Default)]
pub struct Ordinary {
    beginning: Pattern,
    ending: Pattern,
    topic: usize,
}

impl Ordinary {
    /// Remember this line, of which `record` was read.
    pub fn remember(&mut self, line: &[u8], record: &Record) {
        let place = |field: &[u8]| field.as_ptr().addr() - line.as_ptr().addr();
        let before_tag = &line[..place(record.tag)];
        let blanks = before_tag.iter().rev().take_while(|&&byte| is_blank(byte)).count();
        // A line with blanks before its topic, or anything after its tag, is no ordinary one, and no pattern for others.
        let after_tag = &line[place(record.tag) + record.tag.len()..];
        let ordinary = place(record.topic) == 0 && after_tag.iter().all(|&byte| is_blank(byte));
        self.topic = if ordinary { record.topic.len() } else { 0 };
        self.beginning.set(&line[..place(record.doc)]);
        self.ending.set(&[&line[before_tag.len() - blanks..], b"\n"].concat());
    }

    /// Read the first line of `text`, if it begins and ends like the last one; returns its length, line feed included.
    pub fn read<'a>(&self, text: &'a [u8]) -> Option<(Record<'a>, usize)> {
        if self.topic == 0 || !self.beginning.begins(text) {
            return None;
        }
        let doc = field(text, self.beginning.bytes.len())?;
        let rank = field(text, doc.1 + 1)?;
        let score = field(text, rank.1 + 1)?;
        let length = score.1 + self.ending.bytes.len();
        if !self.ending.begins(&text[score.1..]) || length > LONGEST_LINE {
            return None;
        }
        let value = number::parse(&text[score.0..score.1]).filter(|value| !value.is_nan())?;
        let (topic, doc) = (&text[..self.topic], &text[doc.0..doc.1]);
        Some((Record { topic, doc, value, rank: None, tag: b"", same_topic: true }, length))
    }
}

/// Bytes that a text may begin with; the first sixteen are compared at once.
#[derive(Debug, Default)]
struct Pattern {
    bytes: Vec<u8>,
    head: u128,
    mask: u128,
}

impl Pattern {
    fn set(&mut self, bytes: &[u8]) {
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        let mut head = [0; 16];
        let shown = bytes.len().min(16);
        head[..shown].copy_from_slice(&bytes[..shown]);
        self.head = u128::from_le_bytes(head);
        self.mask = if shown == 16 { u128::MAX } else { (1 << (8 * shown)) - 1 };
    }

    fn begins(&self, text: &[u8]) -> bool {
        match text.first_chunk() {
            Some(&first) => {
                (u128::from_le_bytes(first) ^ self.head) & self.mask == 0
                    && (self.bytes.len() <= 16 || text.starts_with(&self.bytes))
            }
            None => text.starts_with(&self.bytes),
        }
    }
}

const EACH: u64 = 0x0101_0101_0101_0101;

/// The field that begins at `start` and ends before a blank; None when it is empty, or runs into anything unusual.
#[inline]
fn field(text: &[u8], start: usize) -> Option<(usize, usize)> {
    let mut at = start;
    while let Some(&eight) = text.get(at..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(eight);
        // The lowest marked byte is the first one below 0x21; marks above it may be wrong, and are not looked at.
        let low = word.wrapping_sub(EACH * 0x21) & !word & (EACH * 0x80);
        if low != 0 {
            return ended(text, start, at + low.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let rest = text.get(at..)?;
    ended(text, start, at + rest.iter().position(|&byte| byte <= b' ')?)
}

#[inline]
fn ended(text: &[u8], start: usize, end: usize) -> Option<(usize, usize)> {
    (end > start && is_blank(text[end])).then_some((start, end))
}

#[cfg(test)]
mod tests {
    use super::Ordinary;
    use crate::layout::Record;

    #[test]
    fn a_line_after_leading_blanks_is_no_pattern() {
        let line = b" 7 8 9 1 2 t";
        let field = |at: usize| &line[at..=at];
        let record = Record {
            topic: field(1),
            doc: field(5),
            value: 2.0,
            rank: None,
            tag: field(11),
            same_topic: false,
        };
        let mut ordinary = Ordinary::default();
        ordinary.remember(line, &record);
        assert!(ordinary.read(b"7 8 9 t\n").is_none());
    }

    #[test]
    fn a_line_of_seven_columns_is_no_pattern() {
        let line = b"7 8 9 1 2 my tag";
        let field = |from: usize, to: usize| &line[from..to];
        let record = Record {
            topic: field(0, 1),
            doc: field(4, 5),
            value: 2.0,
            rank: None,
            tag: field(10, 12),
            same_topic: false,
        };
        let mut ordinary = Ordinary::default();
        ordinary.remember(line, &record);
        assert!(ordinary.read(b"7 8 a b 2 my tag\n").is_none());
    }
}
