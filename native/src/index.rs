//! Judgements, ready for being looked up: for each topic a small table of its judged documents.

use crate::table;

/// A column of byte strings: number i is `data[offsets[i]..offsets[i + 1]]`.
#[derive(Clone, Debug, Default)]
pub struct Strings {
    pub data: Vec<u8>,
    pub offsets: Vec<i64>,
}

impl Strings {
    /// A column of nothing.
    pub fn empty() -> Self {
        Strings { data: Vec::new(), offsets: vec![0] }
    }

    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, row: usize) -> &[u8] {
        &self.data[self.offsets[row] as usize..self.offsets[row + 1] as usize]
    }

    pub fn push(&mut self, bytes: &[u8]) {
        if self.offsets.is_empty() {
            self.offsets.push(0);
        }
        self.data.extend_from_slice(bytes);
        self.offsets.push(self.data.len() as i64);
    }

    /// Do the offsets describe `data`? They came from outside.
    pub fn is_sound(&self) -> bool {
        self.offsets.first() == Some(&0)
            && self.offsets.is_sorted()
            && self.offsets.last().is_some_and(|&end| end <= self.data.len() as i64)
    }
}

pub struct Index {
    topics: Strings,
    topic_slots: Vec<u64>,
    docs: Strings,
    grades: Vec<f64>,
    doc_slots: Vec<u64>,
    hashes: Vec<u64>,
    /// Topic t's rows are `starts[t]..starts[t + 1]`, its slots `doc_slots[slot_starts[t]..slot_starts[t + 1]]`.
    starts: Vec<usize>,
    slot_starts: Vec<usize>,
}

impl Index {
    /// Index judgements grouped by topic: rows `starts[t]..starts[t + 1]` are topic t's. None when these do not fit.
    pub fn new(topics: Strings, starts: &[i64], docs: Strings, grades: Vec<f64>) -> Option<Self> {
        let fits = topics.is_sound()
            && docs.is_sound()
            && starts.len() == topics.len() + 1
            && starts.is_sorted()
            && starts[0] == 0
            && starts[topics.len()] == docs.len() as i64
            && docs.len() == grades.len()
            && docs.len() < u32::MAX as usize;
        if !fits {
            return None;
        }
        let mut topic_slots = vec![0; table::slots_for(topics.len())];
        for row in 0..topics.len() {
            let name = topics.get(row);
            table::find_or_insert(&mut topic_slots, table::hash(name), row as u32, |other| {
                topics.get(other as usize) == name
            });
        }
        let hashes: Vec<u64> = (0..docs.len()).map(|row| table::hash(docs.get(row))).collect();
        let (mut doc_slots, mut slot_starts) = (Vec::new(), vec![0]);
        for bounds in starts.windows(2) {
            let (start, end) = (bounds[0] as usize, bounds[1] as usize);
            let from = doc_slots.len();
            doc_slots.resize(from + table::slots_for(end - start), 0);
            for (row, &hash) in hashes.iter().enumerate().take(end).skip(start) {
                let doc = docs.get(row);
                table::find_or_insert(&mut doc_slots[from..], hash, row as u32, |other| {
                    docs.get(other as usize) == doc
                });
            }
            slot_starts.push(doc_slots.len());
        }
        let starts = starts.iter().map(|&start| start as usize).collect();
        Some(Index { topics, topic_slots, docs, grades, doc_slots, hashes, starts, slot_starts })
    }

    pub fn num_topics(&self) -> usize {
        self.topics.len()
    }

    pub fn topic_name(&self, topic: usize) -> &[u8] {
        self.topics.get(topic)
    }

    pub fn topic(&self, name: &[u8]) -> Option<usize> {
        table::find(&self.topic_slots, table::hash(name), |row| self.topics.get(row as usize) == name)
            .map(|row| row as usize)
    }

    pub fn num_judgements(&self, topic: usize) -> usize {
        self.starts[topic + 1] - self.starts[topic]
    }

    /// The judgements of a topic: row, document and its hash.
    pub fn judgements(&self, topic: usize) -> impl Iterator<Item = (usize, &[u8], u64)> {
        (self.starts[topic]..self.starts[topic + 1]).map(|row| (row, self.docs.get(row), self.hashes[row]))
    }

    /// The row of the judgement of a document whose hash is known.
    pub fn find(&self, topic: usize, doc: &[u8], hash: u64) -> Option<u32> {
        let slots = &self.doc_slots[self.slot_starts[topic]..self.slot_starts[topic + 1]];
        table::find(slots, hash, |row| self.docs.get(row as usize) == doc)
    }

    pub fn grade(&self, row: u32) -> f64 {
        self.grades[row as usize]
    }
}
