//! Everything of an input in memory, by topic: for reading it whole, and for topics that are not contiguous.

use crate::entries::Entries;
use crate::fault::{Fault, Faults};
use crate::feed::Sink;
use crate::file::Part;
use crate::index::{Index, Strings};
use crate::layout::Record;
use crate::ranking::{Duplicates, Workbench};
use crate::table::Names;
use std::collections::BTreeSet;

/// Which topics there are, by number: those of an index (others are only named), or as they come.
enum Roster<'a> {
    Known(&'a Index),
    Open(Names),
}

/// Rows as they came, with the number of each row's topic. Flat, because a vector for each of a million topics would cost
/// more than their rows.
pub struct Gathered<'a> {
    roster: Roster<'a>,
    topics: usize,
    rows: Entries,
    topic_of: Vec<u32>,
    pub others: BTreeSet<Vec<u8>>,
    current_name: Vec<u8>,
    current: Option<usize>,
    started: bool,
    ranks: bool,
    /// The layout has no scores: the place within the topic stands for them.
    by_place: bool,
}

impl<'a> Gathered<'a> {
    /// Gather the topics of an index, or all topics.
    pub fn new(index: Option<&'a Index>, ranks: bool, by_place: bool) -> Self {
        Gathered {
            roster: index.map_or_else(|| Roster::Open(Names::default()), Roster::Known),
            topics: index.map_or(0, Index::num_topics),
            rows: Entries::default(),
            topic_of: Vec::new(),
            others: BTreeSet::new(),
            current_name: Vec::new(),
            current: None,
            started: false,
            ranks,
            by_place,
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
            Roster::Open(names) => {
                let number = names.number(name);
                self.topics = names.len();
                Some(number)
            }
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
            self.rows.push(line, doc, value);
            self.topic_of.push(number as u32);
            if self.ranks {
                self.rows.ranks.push(rank);
            }
        }
    }

    /// Put a later part of the input behind this one.
    pub fn absorb(&mut self, later: Gathered, base: u64) {
        self.others.extend(later.others);
        self.rows.append(&later.rows, base);
        let Roster::Open(names) = later.roster else {
            self.topic_of.extend_from_slice(&later.topic_of);
            return;
        };
        let here: Vec<u32> = (0..names.len())
            .map(|number| self.number(names.names.get(number)).expect("every topic is taken") as u32)
            .collect();
        self.topic_of.extend(later.topic_of.iter().map(|&number| here[number as usize]));
    }

    /// The rows of each topic, in the order of the input: those of topic t are `order[starts[t]..starts[t + 1]]`.
    fn by_topic(&self) -> (Vec<usize>, Vec<u32>) {
        let mut starts = vec![0; self.topics + 1];
        for &topic in &self.topic_of {
            starts[topic as usize + 1] += 1;
        }
        for topic in 0..self.topics {
            starts[topic + 1] += starts[topic];
        }
        let (mut next, mut order) = (starts.clone(), vec![0; self.topic_of.len()]);
        for (row, &topic) in (0..).zip(&self.topic_of) {
            order[next[topic as usize]] = row;
            next[topic as usize] += 1;
        }
        (starts, order)
    }

    /// Look at the entries of one topic after the other, with its place in `topics`; empty ones are passed over.
    pub fn each_topic(&self, topics: impl Iterator<Item = usize>, mut look: impl FnMut(usize, &Entries)) {
        let (starts, order) = self.by_topic();
        let mut entries = Entries::default();
        for (place, topic) in topics.enumerate() {
            entries.clear();
            for &row in &order[starts[topic]..starts[topic + 1]] {
                entries.push_from(&self.rows, row as usize);
            }
            if self.by_place {
                entries.score_by_place();
            }
            if !entries.is_empty() {
                look(place, &entries);
            }
        }
    }

    pub fn num_topics(&self) -> usize {
        self.topics
    }

    pub fn into_columns(self, mut part: Part, duplicates: Duplicates) -> Columns {
        let Roster::Open(names) = &self.roster else { unreachable!("columns are made of all topics") };
        let topics = names.sorted();
        let mut columns = Columns {
            starts: vec![0],
            topics: Strings::empty(),
            docs: Strings::empty(),
            ..Columns::default()
        };
        let (mut bench, mut ranks) = (Workbench::default(), Vec::new());
        self.each_topic(topics.iter().copied(), |place, entries| {
            let name = names.names.get(topics[place]);
            columns.dropped += bench.drop_duplicates(entries, name, duplicates, &mut part.faults);
            columns.topics.push(name);
            for &row in bench.kept() {
                let row = row as usize;
                columns.docs.push(entries.doc(row));
                columns.values.push(entries.values[row]);
                ranks.extend(entries.ranks.get(row).copied().flatten());
            }
            columns.starts.push(columns.values.len() as i64);
        });
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
pub fn join(parts: Vec<(Part, Gathered<'_>)>) -> Option<(Part, Gathered<'_>)> {
    let mut parts = parts.into_iter();
    let (mut whole, mut gathered) = parts.next()?;
    for (part, more) in parts {
        gathered.absorb(more, whole.lines);
        join_part(&mut whole, part);
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
