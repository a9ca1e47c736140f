//! One topic: duplicates, order, depth, condensing, and the join with the judgements.

use crate::entries::Entries;
use crate::fault::{Fault, Faults};
use crate::index::Index;
use crate::table;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    Docid,
    DocidAscending,
    Input,
    Rank,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duplicates {
    Error,
    First,
    Last,
}

/// The policies that change which document stands at which rank.
#[derive(Clone, Debug)]
pub struct Policy {
    pub ties: Ties,
    pub duplicates: Duplicates,
    pub depth: Option<usize>,
    pub condense: bool,
    /// Give unjudged documents this grade.
    pub unjudged_grade: Option<f64>,
    /// Compare scores as 32-bit floats.
    pub single: bool,
    /// Keep the hits of tied documents that the cut at `depth` goes through: somebody will order them anew.
    pub whole_ties: bool,
}

/// Judged hits and totals, topic after topic.
#[derive(Clone, Debug, Default)]
pub struct Harvest {
    pub rank: Vec<i64>,
    pub grade: Vec<f64>,
    pub score: Vec<f64>,
    /// Which judgement each hit is, -1 where the grade is assumed.
    pub row: Vec<i64>,
    /// The first and last rank of the documents that have the score of the hit.
    pub tie_first: Vec<i64>,
    pub tie_last: Vec<i64>,
    pub topics: Vec<Totals>,
}

/// What is known of one topic besides its hits, which are rows `hits_start..hits_end` of the harvest.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    pub topic: usize,
    pub hits_start: usize,
    pub hits_end: usize,
    pub retrieved: i64,
    pub promoted: i64,
    pub score_max: f64,
    pub score_min: f64,
    pub unjudged_score: f64,
}

/// Memory that is used again from topic to topic.
#[derive(Default)]
pub struct Workbench {
    /// The entries come from keys of a dict, so that no two can be of one document.
    pub distinct: bool,
    seen: Vec<u64>,
    hashes: Vec<u64>,
    kept: Vec<u32>,
    order: Vec<(u64, u32)>,
    packed: Vec<u64>,
    sorted: Vec<(u64, u32)>,
    /// The judgement of each entry: its row, or `UNJUDGED`.
    judgements: Vec<u32>,
}

const UNJUDGED: u32 = u32::MAX;

impl Workbench {
    /// Apply the policy `duplicates`: `kept` is then the rows that are left, in the order of the input.
    /// Returns how many were dropped.
    pub fn drop_duplicates(
        &mut self,
        entries: &Entries,
        topic: &[u8],
        policy: Duplicates,
        faults: &mut Faults,
    ) -> usize {
        self.hashes.clear();
        self.hashes.extend((0..entries.len()).map(|row| table::hash(entries.doc(row))));
        self.kept.clear();
        if self.distinct {
            self.kept.extend(0..entries.len() as u32);
            return 0;
        }
        self.seen.clear();
        self.seen.resize(table::slots_for(entries.len()), 0);
        let mut replaced = false;
        for row in 0..entries.len() as u32 {
            let doc = entries.doc(row as usize);
            let kept = &mut self.kept;
            let before = table::find_or_insert(&mut self.seen, self.hashes[row as usize], row, |other| {
                entries.doc(other as usize) == doc
            });
            match (before, policy) {
                (None, _) => kept.push(row),
                (Some(first), Duplicates::Error) => faults.push(Fault {
                    topic: topic.to_vec(),
                    doc: doc.to_vec(),
                    other: entries.line(first as usize),
                    ..Fault::bare("duplicate", entries.line(row as usize))
                }),
                (Some(_), Duplicates::First) => {}
                (Some(_), Duplicates::Last) => replaced = true,
            }
        }
        if replaced {
            self.keep_last(entries);
        }
        entries.len() - self.kept.len()
    }

    /// The same walk from the end: the first one met is then the last of the input.
    fn keep_last(&mut self, entries: &Entries) {
        self.seen.fill(0);
        self.kept.clear();
        for row in (0..entries.len() as u32).rev() {
            let doc = entries.doc(row as usize);
            let hash = self.hashes[row as usize];
            if table::find_or_insert(&mut self.seen, hash, row, |other| entries.doc(other as usize) == doc)
                .is_none()
            {
                self.kept.push(row);
            }
        }
        self.kept.reverse();
    }

    /// The rows left by `drop_duplicates`.
    pub fn kept(&self) -> &[u32] {
        &self.kept
    }

    /// Rank one topic once, for all measures, and look its documents up in the judgements.
    pub fn judge(
        &mut self,
        entries: &Entries,
        topic: usize,
        index: &Index,
        policy: &Policy,
        faults: &mut Faults,
        harvest: &mut Harvest,
    ) -> usize {
        let dropped = self.drop_duplicates(entries, index.topic_name(topic), policy.duplicates, faults);
        self.look_up(entries, topic, index);
        self.sort(entries, policy);
        self.cut(policy);
        let mut totals = Totals {
            topic,
            hits_start: harvest.rank.len(),
            hits_end: 0,
            retrieved: 0,
            promoted: 0,
            score_max: f64::NAN,
            score_min: f64::NAN,
            unjudged_score: 0.0,
        };
        let depth = policy.depth.map_or(i64::MAX, |depth| depth as i64);
        for tied in self.order.chunk_by(|a, b| a.0 == b.0) {
            let first = totals.retrieved + 1;
            for &(_, row) in tied {
                self.meet(entries, row as usize, depth, index, policy, harvest, &mut totals);
            }
            harvest.tie_first.resize(harvest.rank.len(), first);
            harvest.tie_last.resize(harvest.rank.len(), totals.retrieved);
        }
        totals.retrieved = totals.retrieved.min(depth);
        totals.hits_end = harvest.rank.len();
        harvest.topics.push(totals);
        dropped
    }

    /// Apply the policy `depth`.
    fn cut(&mut self, policy: &Policy) {
        let Some(depth) = policy.depth else { return };
        let mut end = depth.min(self.order.len());
        if policy.whole_ties && end > 0 {
            let last = self.order[end - 1].0;
            end += self.order[end..].iter().take_while(|&&(key, _)| key == last).count();
        }
        self.order.truncate(end);
    }

    /// Count the next document of the ranking, and keep it if it is a hit.
    #[allow(clippy::too_many_arguments)] // the state of one loop, split in two to be read
    fn meet(
        &self,
        entries: &Entries,
        row: usize,
        depth: i64,
        index: &Index,
        policy: &Policy,
        harvest: &mut Harvest,
        totals: &mut Totals,
    ) {
        let judgement = self.judgements[row];
        let mut grade = if judgement == UNJUDGED { f64::NAN } else { index.grade(judgement) };
        let judged = grade >= 0.0;
        if policy.condense && !judged {
            return;
        }
        let assumed = if judged { None } else { policy.unjudged_grade };
        if let Some(assumed) = assumed {
            grade = assumed;
            totals.promoted += 1;
        }
        totals.retrieved += 1;
        let score = entries.values[row];
        if totals.retrieved == 1 {
            totals.score_max = score;
        }
        if totals.retrieved <= depth {
            totals.score_min = score;
        }
        if !grade.is_nan() {
            harvest.rank.push(totals.retrieved);
            harvest.grade.push(grade);
            harvest.score.push(score);
            harvest.row.push(if assumed.is_some() { -1 } else { i64::from(judgement) });
        } else if totals.retrieved <= depth {
            totals.unjudged_score += score;
        }
    }

    /// Find the judgements of the rows that are left, or the rows of the judgements. The latter walks through memory
    /// in order and probes a table that is hot, so it wins even where the judgements are more.
    fn look_up(&mut self, entries: &Entries, topic: usize, index: &Index) {
        self.judgements.clear();
        self.judgements.resize(entries.len(), UNJUDGED);
        if !self.distinct && index.num_judgements(topic) < 4 * entries.len() {
            for (judgement, doc, hash) in index.judgements(topic) {
                if let Some(row) = table::find(&self.seen, hash, |row| entries.doc(row as usize) == doc) {
                    self.judgements[row as usize] = judgement as u32;
                }
            }
        } else {
            for &row in &self.kept {
                let row = row as usize;
                let found = index.find(topic, entries.doc(row), self.hashes[row]);
                self.judgements[row] = found.unwrap_or(UNJUDGED);
            }
        }
    }

    /// Order the rows that are left by score, best first, ties by policy.
    fn sort(&mut self, entries: &Entries, policy: &Policy) {
        self.order.clear();
        self.order.extend(self.kept.iter().map(|&row| {
            let score = entries.values[row as usize];
            (descending(if policy.single { f64::from(score as f32) } else { score }), row)
        }));
        if !self.order.is_sorted_by_key(|&(key, _)| key) {
            self.sort_by_score();
        }
        // Rows with one score now stand in the order of the input, which is a policy of its own.
        if policy.ties == Ties::Input {
            return;
        }
        let by_doc = |a: u32, b: u32| entries.doc(a as usize).cmp(entries.doc(b as usize));
        let rank = |row: u32| entries.ranks.get(row as usize).copied().flatten().unwrap_or(0);
        for tied in self.order.chunk_by_mut(|a, b| a.0 == b.0).filter(|tied| tied.len() > 1) {
            tied.sort_unstable_by(|&(_, a), &(_, b)| match policy.ties {
                Ties::DocidAscending => by_doc(a, b),
                Ties::Rank => rank(a).cmp(&rank(b)).then_with(|| by_doc(b, a)),
                Ties::Docid | Ties::Input => by_doc(b, a),
            });
        }
    }
}

impl Workbench {
    /// Sort by key, then row. Whole numbers sort fastest, so the upper half of the key goes first, with its place.
    fn sort_by_score(&mut self) {
        const UPPER: u64 = 0xffff_ffff_0000_0000;
        self.packed.clear();
        self.packed.extend(self.order.iter().zip(0u64..).map(|(&(key, _), place)| (key & UPPER) | place));
        self.packed.sort_unstable();
        self.sorted.clear();
        self.sorted.extend(self.packed.iter().map(|&packed| self.order[(packed & !UPPER) as usize]));
        for close in self.sorted.chunk_by_mut(|a, b| (a.0 ^ b.0) & UPPER == 0).filter(|close| close.len() > 1)
        {
            close.sort_unstable();
        }
        std::mem::swap(&mut self.order, &mut self.sorted);
    }
}

/// A key whose ascending order is the descending order of the scores; 0.0 and -0.0 are one score.
fn descending(score: f64) -> u64 {
    let bits = (score + 0.0).to_bits();
    !(if bits >> 63 == 1 { !bits } else { bits | 1 << 63 })
}
