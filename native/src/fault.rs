//! What is wrong with a line: facts only. The wording lives in `errors.py`, once for both cores.

/// Faults kept of one input; the rest are counted.
pub const KEPT: usize = 20;

const SHOWN_BEFORE: usize = 120;
const SHOWN: usize = 240;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    pub kind: &'static str,
    pub line: u64,
    /// The line, or the part of it around the culprit `text[start..end]`.
    pub text: Vec<u8>,
    pub start: usize,
    pub end: usize,
    pub cropped: bool,
    pub topic: Vec<u8>,
    pub doc: Vec<u8>,
    /// Columns found, or the line where a duplicate stood before.
    pub other: u64,
}

impl Fault {
    /// A fault at `line[start..end]`; a line may be megabytes long, so only a window of it is kept.
    pub fn at(kind: &'static str, number: u64, line: &[u8], start: usize, end: usize) -> Self {
        let line = line.trim_ascii_end_blanks();
        let offset = start.saturating_sub(SHOWN_BEFORE);
        let from = offset.min(line.len());
        let text = line[from..line.len().min(from + SHOWN)].to_vec();
        let end = (end - offset).min(text.len());
        Fault {
            kind,
            line: number,
            text,
            start: start - offset,
            end,
            cropped: offset > 0,
            ..Fault::default()
        }
    }

    /// A fault of a line that is not shown.
    pub fn bare(kind: &'static str, number: u64) -> Self {
        Fault { kind, line: number, ..Fault::default() }
    }
}

/// What C calls space, without the line feed.
pub fn is_blank(byte: u8) -> bool {
    byte == b' ' || (byte.wrapping_sub(9) < 5 && byte != b'\n')
}

trait TrimBlanks {
    fn trim_ascii_end_blanks(&self) -> &[u8];
}

impl TrimBlanks for [u8] {
    fn trim_ascii_end_blanks(&self) -> &[u8] {
        let kept = self.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
        &self[..kept]
    }
}

/// The first faults of an input by line, and how many there were.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    kept: Vec<Fault>,
    pub count: u64,
}

impl Faults {
    pub fn push(&mut self, fault: Fault) {
        self.count += 1;
        self.kept.push(fault);
        if self.kept.len() >= 4 * KEPT {
            self.forget();
        }
    }

    /// Take over the faults of a later part of the input, which counted its lines from `base`.
    pub fn absorb(&mut self, later: Faults, base: u64) {
        self.count += later.count;
        for mut fault in later.kept {
            fault.line += base;
            if fault.kind == "duplicate" {
                fault.other += base;
            }
            self.kept.push(fault);
        }
        self.forget();
    }

    fn forget(&mut self) {
        self.kept.sort_by_key(|fault| fault.line);
        self.kept.truncate(KEPT);
    }

    pub fn first(mut self) -> Vec<Fault> {
        self.forget();
        self.kept
    }
}
