//! The documents of one topic, in columns.

/// The documents of one topic in the order of the input, as parallel columns.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    docs: Vec<u8>,
    ends: Vec<usize>,
    pub values: Vec<f64>,
    /// Where each entry stood; as long as the others, or empty.
    lines: Vec<u64>,
    /// As long as the others, or empty when no ranks are wanted.
    pub ranks: Vec<Option<i64>>,
}

impl Entries {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn doc(&self, row: usize) -> &[u8] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.docs[start..self.ends[row]]
    }

    /// The line of an entry, 0 where it has none.
    pub fn line(&self, row: usize) -> u64 {
        self.lines.get(row).copied().unwrap_or(0)
    }

    pub fn push(&mut self, line: u64, doc: &[u8], value: f64) {
        self.docs.extend_from_slice(doc);
        self.ends.push(self.docs.len());
        self.values.push(value);
        self.lines.push(line);
    }

    /// Put an entry behind the others that came from no line: nobody will ask where it stood.
    pub fn push_unplaced(&mut self, doc: &[u8], value: f64) {
        self.docs.extend_from_slice(doc);
        self.ends.push(self.docs.len());
        self.values.push(value);
    }

    /// Put one entry of other entries behind these.
    pub fn push_from(&mut self, others: &Entries, row: usize) {
        self.push(others.line(row), others.doc(row), others.values[row]);
        self.ranks.extend(others.ranks.get(row));
    }

    pub fn clear(&mut self) {
        self.docs.clear();
        self.ends.clear();
        self.values.clear();
        self.lines.clear();
        self.ranks.clear();
    }

    /// Put the entries of a later part of the input behind these; it counted its lines from `base`.
    pub fn append(&mut self, later: &Entries, base: u64) {
        let shift = self.docs.len();
        self.docs.extend_from_slice(&later.docs);
        self.ends.extend(later.ends.iter().map(|end| end + shift));
        self.values.extend_from_slice(&later.values);
        self.lines.extend(later.lines.iter().map(|line| line + base));
        self.ranks.extend_from_slice(&later.ranks);
    }

    /// Give back memory that is not filled.
    pub fn shrink(&mut self) {
        self.docs.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.values.shrink_to_fit();
        self.lines.shrink_to_fit();
        self.ranks.shrink_to_fit();
    }

    /// Let the place in the input stand for the score, in layouts that have none.
    pub fn score_by_place(&mut self) {
        for (place, value) in self.values.iter_mut().enumerate() {
            *value = -((place + 1) as f64);
        }
    }
}
