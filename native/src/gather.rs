//! Everything of an input in memory, by topic: for reading it whole, and for topics that are not contiguous.

use crate::entries::Entries;
use crate::fault::{Fault, Faults};
use crate::feed::Sink;
use crate::file::Part;
use crate::index::{Index, Strings};
use crate::layout::Record;
use crate::ranking::{Duplicates, Workbench};
use std::collections::{BTreeSet, HashMap};

/// Which topics there are, by number: those of an index (others are only named), or as they come.
enum Roster<'a> {
    Known(&'a Index),
    Open(HashMap<Vec<u8>, usize>),
}

pub struct Gathered<'a> {
    roster: Roster<'a>,
    pub topics: Vec<Entries>,
    pub others: BTreeSet<Vec<u8>>,
    current_name: Vec<u8>,
    current: Option<usize>,
    started: bool,
    ranks: bool,
}

impl<'a> Gathered<'a> {
    /// Gather the topics of an index, or all topics.
    pub fn new(index: Option<&'a Index>, ranks: bool) -> Self {
        Gathered {
            roster: index.map_or_else(|| Roster::Open(HashMap::new()), Roster::Known),
            topics: vec![Entries::default(); index.map_or(0, Index::num_topics)],
            others: BTreeSet::new(),
            current_name: Vec::new(),
            current: None,
            started: false,
            ranks,
        }
    }

    fn number(&mut self, name: &[u8]) -> Option<usize> {
        match &mut self.roster {
            Roster::Known(index) => index.topic(name).or_else(|| {
                if !self.others.contains(name) {
                    self.others.insert(name.to_vec());
                }
                None
            }),
            Roster::Open(numbers) => Some(numbers.get(name).copied().unwrap_or_else(|| {
                numbers.insert(name.to_vec(), numbers.len());
                self.topics.push(Entries::default());
                self.topics.len() - 1
            })),
        }
    }

    /// Say which topic the next entries are of.
    pub fn turn_to(&mut self, topic: &[u8]) {
        if !self.started || self.current_name != topic {
            self.started = true;
            self.current_name.clear();
            self.current_name.extend_from_slice(topic);
            self.current = self.number(topic);
        }
    }

    pub fn push(&mut self, line: u64, doc: &[u8], value: f64, rank: Option<i64>) {
        if let Some(number) = self.current {
            let entries = &mut self.topics[number];
            entries.push(line, doc, value);
            if self.ranks {
                entries.ranks.push(rank);
            }
        }
    }

    /// Put a later part of the input behind this one.
    pub fn absorb(&mut self, later: Gathered, base: u64) {
        self.others.extend(later.others);
        if let Roster::Open(numbers) = later.roster {
            let mut names: Vec<_> = numbers.into_iter().collect();
            names.sort_unstable_by_key(|&(_, number)| number);
            for (name, number) in names {
                if let Some(here) = self.number(&name) {
                    self.topics[here].append(&later.topics[number], base);
                }
            }
        } else {
            for (entries, more) in self.topics.iter_mut().zip(&later.topics) {
                entries.append(more, base);
            }
        }
    }

    pub fn into_columns(self, mut part: Part, duplicates: Duplicates) -> Columns {
        let Roster::Open(numbers) = self.roster else { unreachable!("columns are made of all topics") };
        let mut names: Vec<_> = numbers.into_iter().collect();
        names.sort_unstable();
        let mut columns = Columns {
            starts: vec![0],
            topics: Strings::empty(),
            docs: Strings::empty(),
            ..Columns::default()
        };
        let mut bench = Workbench::default();
        let mut ranks = Vec::new();
        for (name, number) in names {
            let entries = &self.topics[number];
            columns.dropped += bench.drop_duplicates(entries, &name, duplicates, &mut part.faults);
            columns.topics.push(&name);
            for &row in bench.kept() {
                let row = row as usize;
                columns.docs.push(entries.doc(row));
                columns.values.push(entries.values[row]);
                if let Some(rank) = entries.ranks.get(row).copied().flatten() {
                    ranks.push(rank);
                }
            }
            columns.starts.push(columns.values.len() as i64);
        }
        columns.ranks = (!ranks.is_empty() && ranks.len() == columns.values.len()).then_some(ranks);
        columns.tag = part.tag;
        columns.fault_count = part.faults.count;
        columns.faults = part.faults.first();
        columns
    }
}

impl Sink for Gathered<'_> {
    fn record(&mut self, line: u64, record: &Record) -> bool {
        if !record.same_topic {
            self.turn_to(record.topic);
        }
        self.push(line, record.doc, record.value, record.rank);
        true
    }
}

/// Rows grouped by topic, topics by their bytes.
#[derive(Default)]
pub struct Columns {
    pub topics: Strings,
    pub starts: Vec<i64>,
    pub docs: Strings,
    pub values: Vec<f64>,
    pub ranks: Option<Vec<i64>>,
    pub tag: Vec<u8>,
    pub dropped: usize,
    pub faults: Vec<Fault>,
    pub fault_count: u64,
}

/// Join the parts of an input; lines are then counted from its beginning.
pub fn join(parts: Vec<(Part, Gathered<'_>)>, by_place: bool) -> Option<(Part, Gathered<'_>)> {
    let mut parts = parts.into_iter();
    let (mut whole, mut gathered) = parts.next()?;
    for (part, more) in parts {
        gathered.absorb(more, whole.lines);
        join_part(&mut whole, part);
    }
    if by_place {
        gathered.topics.iter_mut().for_each(Entries::score_by_place);
    }
    Some((whole, gathered))
}

pub fn join_part(whole: &mut Part, later: Part) {
    whole.faults.absorb(later.faults, whole.lines);
    whole.lines += later.lines;
    whole.records += later.records;
    if whole.tag.is_empty() {
        whole.tag = later.tag;
    }
}

/// The fault of a file that is not as long as it was.
pub fn note_change(faults: &mut Faults, changed: bool) {
    if changed {
        faults.push(Fault::bare("changed", 0));
    }
}
