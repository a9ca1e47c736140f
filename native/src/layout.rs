//! Layouts of plain text, and one line of them.

use crate::fault::{Fault, is_blank};
use crate::number;

/// Lines longer than this are no list of documents; memory stays bounded.
pub const LONGEST_LINE: usize = 1 << 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// topic Q0 document rank score tag
    Run,
    /// topic iteration document grade
    Qrels,
    /// topic document rank
    Ranking3,
    /// topic document
    Ranking2,
}

impl Layout {
    pub fn named(name: &str) -> Option<Layout> {
        Some(match name {
            "run" => Layout::Run,
            "qrels" => Layout::Qrels,
            "ranking3" => Layout::Ranking3,
            "ranking2" => Layout::Ranking2,
            _ => return None,
        })
    }

    fn columns(self) -> usize {
        match self {
            Layout::Run => 6,
            Layout::Qrels => 4,
            Layout::Ranking3 => 3,
            Layout::Ranking2 => 2,
        }
    }

    fn columns_fault(self) -> &'static str {
        match self {
            Layout::Run => "run-columns",
            Layout::Qrels => "qrels-columns",
            Layout::Ranking3 => "ranking3-columns",
            Layout::Ranking2 => "ranking2-columns",
        }
    }
}

/// One line that can be used. `rank` is None where the layout has none, or it is no whole number.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    pub topic: &'a [u8],
    pub doc: &'a [u8],
    pub value: f64,
    pub rank: Option<i64>,
    pub tag: &'a [u8],
    /// Known to have the topic of the record before it.
    pub same_topic: bool,
}

pub enum Line<'a> {
    Record(Record<'a>),
    Nothing,
    Fault(Fault),
}

/// How to read the lines of one input.
#[derive(Clone, Debug)]
pub struct Grammar {
    pub layout: Layout,
    pub comment: Option<Vec<u8>>,
    /// Look at the rank column of a run.
    pub ranks: bool,
    /// A rank that is no whole number is a fault.
    pub strict_ranks: bool,
}

impl Grammar {
    /// Read one line, without its line feed. `has_nul` says whether a NUL byte may be in it.
    pub fn read<'a>(&self, line: &'a [u8], number: u64, has_nul: bool) -> Line<'a> {
        if line.len() > LONGEST_LINE {
            return Line::Fault(Fault::bare("long-line", number));
        }
        let mut spans = [(0, 0); 6];
        let wanted = self.layout.columns();
        let (found, mut end) = split(line, &mut spans[..wanted]);
        if found == 0 || self.is_comment(&line[spans[0].0..]) {
            return Line::Nothing;
        }
        if has_nul && let Some(nul) = memchr::memchr(0, line) {
            return Line::Fault(Fault::at("nul", number, line, nul, nul + 1));
        }
        if found < wanted {
            let stop = spans[found - 1].1;
            return Line::Fault(Fault {
                other: found as u64,
                ..Fault::at(self.layout.columns_fault(), number, line, stop, stop)
            });
        }
        while end < line.len() && is_blank(line[end]) {
            end += 1;
        }
        if end < line.len() {
            let fault = self.too_many(line, number, end, wanted);
            if self.layout != Layout::Run {
                return Line::Fault(fault);
            }
            if let Some(column) = shifted(line, &spans) {
                let (start, stop) = spans[column];
                let at = Fault::at("shifted-columns", number, line, start, stop);
                return Line::Fault(Fault { other: fault.other, ..at });
            }
        }
        self.record(line, number, &spans)
    }

    fn is_comment(&self, rest: &[u8]) -> bool {
        self.comment.as_ref().is_some_and(|mark| rest.starts_with(mark))
    }

    fn too_many(&self, line: &[u8], number: u64, start: usize, wanted: usize) -> Fault {
        let (mut count, mut at, mut last) = (wanted, start, start);
        let mut spans = [(0, 0); 1];
        while split(&line[at..], &mut spans).0 == 1 {
            count += 1;
            last = at + spans[0].1;
            at = last;
        }
        Fault { other: count as u64, ..Fault::at(self.layout.columns_fault(), number, line, start, last) }
    }

    fn record<'a>(&self, line: &'a [u8], number: u64, spans: &[(usize, usize); 6]) -> Line<'a> {
        let field = |column: usize| &line[spans[column].0..spans[column].1];
        let fault = |kind, column: usize| {
            Line::Fault(Fault::at(kind, number, line, spans[column].0, spans[column].1))
        };
        let topic = field(0);
        match self.layout {
            Layout::Run => {
                let value = match number::parse(field(4)) {
                    None => return fault("score", 4),
                    Some(value) if value.is_nan() => return fault("nan-score", 4),
                    Some(value) => value,
                };
                let rank = if self.ranks { number::whole(field(3)) } else { None };
                if self.strict_ranks && rank.is_none() {
                    return fault("rank", 3);
                }
                Line::Record(Record { topic, doc: field(2), value, rank, tag: field(5), same_topic: false })
            }
            Layout::Qrels => match number::parse(field(3)) {
                None => fault("grade", 3),
                Some(value) if value.is_nan() => fault("nan-grade", 3),
                Some(value) if value.is_infinite() => fault("infinite-grade", 3),
                Some(value) => Line::Record(Record {
                    topic,
                    doc: field(2),
                    value,
                    rank: None,
                    tag: b"",
                    same_topic: false,
                }),
            },
            Layout::Ranking3 => match number::whole(field(2)) {
                None => fault("rank", 2),
                Some(rank) => Line::Record(Record {
                    topic,
                    doc: field(1),
                    value: -(rank as f64),
                    rank: Some(rank),
                    tag: b"",
                    same_topic: false,
                }),
            },
            Layout::Ranking2 => Line::Record(Record {
                topic,
                doc: field(1),
                value: 0.0,
                rank: None,
                tag: b"",
                same_topic: false,
            }),
        }
    }
}

/// Find the column that shows that a blank within an id has pushed its neighbours aside, so that the rank would be read
/// as the score: the fourth, if it is no rank, or the sixth, if it is a score. A tag may hold blanks.
fn shifted(line: &[u8], spans: &[(usize, usize); 6]) -> Option<usize> {
    let field = |column: usize| &line[spans[column].0..spans[column].1];
    if number::whole(field(3)).is_none() {
        return Some(3);
    }
    number::parse(field(5)).map(|_| 5)
}

/// Find the first fields of a line: how many there are (at most as many as `spans` holds), and where the last one ends.
fn split(line: &[u8], spans: &mut [(usize, usize)]) -> (usize, usize) {
    let mut at = 0;
    for (found, span) in spans.iter_mut().enumerate() {
        while at < line.len() && is_blank(line[at]) {
            at += 1;
        }
        if at == line.len() {
            return (found, at);
        }
        let start = at;
        while at < line.len() && (line[at] > b' ' || !is_blank(line[at])) {
            at += 1;
        }
        *span = (start, at);
    }
    (spans.len(), at)
}
