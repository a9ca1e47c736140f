//! Blocks of bytes to numbered lines: carries the unfinished line from block to block, holds at most one long line.

use crate::fault::{Fault, Faults};
use crate::layout::{Grammar, LONGEST_LINE, Layout, Line, Record};
use crate::quick::Ordinary;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Receives the records of an input.
pub trait Sink {
    /// Take a record; false stops the reading.
    fn record(&mut self, line: u64, record: &Record) -> bool;

    /// The part has been read: keep only what it came to. Hundreds of parts may wait to be joined.
    fn settle(&mut self) {}
}

/// Reads the lines of one part of an input, counting them from 1.
pub struct Feed {
    grammar: Grammar,
    carried: Vec<u8>,
    /// Inside a line that was given up as too long.
    skipping: bool,
    at_start: bool,
    /// Set where ordinary lines can be read the quick way.
    ordinary: Option<Ordinary>,
    pub lines: u64,
    pub records: u64,
    pub faults: Faults,
    pub tag: Vec<u8>,
}

impl Feed {
    /// `at_start` says that this part begins the input, where a byte order mark may stand.
    pub fn new(grammar: Grammar, at_start: bool) -> Self {
        let plain = grammar.layout == Layout::Run && grammar.comment.is_none() && !grammar.ranks;
        Feed {
            ordinary: plain.then(Ordinary::default),
            grammar,
            carried: Vec::new(),
            skipping: false,
            at_start,
            lines: 0,
            records: 0,
            faults: Faults::default(),
            tag: Vec::new(),
        }
    }

    /// Read another block; false when the sink wants no more.
    pub fn push(&mut self, block: &[u8], sink: &mut impl Sink) -> bool {
        let Some(last) = memchr::memrchr(b'\n', block) else {
            self.carry(block);
            return true;
        };
        let mut whole = &block[..=last];
        if self.skipping || !self.carried.is_empty() {
            let first = memchr::memchr(b'\n', whole).unwrap_or(last);
            if !self.end_of_carried(&whole[..first], sink) {
                return false;
            }
            whole = &whole[first + 1..];
        }
        let go_on = self.read_lines(whole, sink);
        self.carry(&block[last + 1..]);
        go_on
    }

    /// Read what is left: a last line without a line feed.
    pub fn finish(&mut self, sink: &mut impl Sink) -> bool {
        if self.skipping || !self.carried.is_empty() {
            return self.end_of_carried(b"", sink);
        }
        true
    }

    fn carry(&mut self, rest: &[u8]) {
        if self.skipping {
            return;
        }
        self.carried.extend_from_slice(rest);
        if self.carried.len() > LONGEST_LINE + BYTE_ORDER_MARK.len() {
            self.carried = Vec::new();
            self.skipping = true;
        }
    }

    fn end_of_carried(&mut self, rest: &[u8], sink: &mut impl Sink) -> bool {
        if self.skipping {
            self.skipping = false;
            self.at_start = false;
            self.lines += 1;
            self.faults.push(Fault::bare("long-line", self.lines));
            return true;
        }
        let mut line = std::mem::take(&mut self.carried);
        line.extend_from_slice(rest);
        line.push(b'\n');
        let go_on = self.read_lines(&line, sink);
        line.clear();
        self.carried = line;
        go_on
    }

    /// Read lines that all end in a line feed.
    fn read_lines(&mut self, mut text: &[u8], sink: &mut impl Sink) -> bool {
        if self.at_start && !text.is_empty() {
            self.at_start = false;
            text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        }
        let has_nul = memchr::memchr(0, text).is_some();
        while !text.is_empty() {
            self.lines += 1;
            if let Some(ordinary) = &self.ordinary
                && !has_nul
                && let Some((record, length)) = ordinary.read(text)
            {
                self.records += 1;
                if !sink.record(self.lines, &record) {
                    return false;
                }
                text = &text[length..];
            } else {
                let end = memchr::memchr(b'\n', text).expect("every line has its line feed");
                if !self.read_line(&text[..end], has_nul, sink) {
                    return false;
                }
                text = &text[end + 1..];
            }
        }
        true
    }

    fn read_line(&mut self, line: &[u8], has_nul: bool, sink: &mut impl Sink) -> bool {
        match self.grammar.read(line, self.lines, has_nul) {
            Line::Record(record) => {
                self.records += 1;
                if self.tag.is_empty() {
                    self.tag.extend_from_slice(record.tag);
                }
                if let Some(ordinary) = &mut self.ordinary {
                    ordinary.remember(line, &record);
                }
                return sink.record(self.lines, &record);
            }
            Line::Nothing => {}
            Line::Fault(fault) => self.faults.push(fault),
        }
        true
    }
}
