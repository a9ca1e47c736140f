//! A run and the judgements, joined in one pass that keeps nothing but the judged hits.
//!
//! Nearly every run has its topics one after the other, so a topic can be ranked and forgotten when the next one begins.
//! Where a part of a file begins or ends inside a topic, it keeps this topic's documents, because a neighbour holds the
//! rest. When a topic comes back after others have followed it, the pass is given up and the file is gathered in memory
//! instead.

use crate::entries::Entries;
use crate::fault::Faults;
use crate::feed::Sink;
use crate::file::{self, Borders, Part, Watch};
use crate::gather::{self, Gathered};
use crate::index::Index;
use crate::layout::{Grammar, Layout, Record};
use crate::ranking::{Harvest, Policy, Ties, Workbench};
use std::collections::{BTreeSet, HashSet};
use std::io;

struct Piece {
    topic: usize,
    entries: Entries,
}

/// The sink of the one pass.
pub struct OnePass<'a> {
    index: &'a Index,
    policy: &'a Policy,
    by_place: bool,
    borders: Borders,
    name: Vec<u8>,
    started: bool,
    /// The topic being read, when it has judgements.
    current: Option<Piece>,
    first: Option<Piece>,
    spare: Entries,
    opened: HashSet<usize>,
    others: BTreeSet<Vec<u8>>,
    harvest: Harvest,
    faults: Faults,
    dropped: usize,
    bench: Workbench,
    pub scattered: bool,
}

impl<'a> OnePass<'a> {
    pub fn new(index: &'a Index, policy: &'a Policy, layout: Layout, borders: Borders) -> Self {
        OnePass {
            index,
            policy,
            by_place: layout == Layout::Ranking2,
            borders,
            name: Vec::new(),
            started: false,
            current: None,
            first: None,
            spare: Entries::default(),
            opened: HashSet::new(),
            others: BTreeSet::new(),
            harvest: Harvest::default(),
            faults: Faults::default(),
            dropped: 0,
            bench: Workbench::default(),
            scattered: false,
        }
    }

    fn next_topic(&mut self, name: &[u8]) {
        self.started = true;
        self.name.clear();
        self.name.extend_from_slice(name);
        if let Some(piece) = self.current.take() {
            if self.first.is_none() && !self.borders.first_whole {
                self.first = Some(piece);
            } else {
                self.rank(piece);
            }
        }
        match self.index.topic(name) {
            Some(topic) if !self.opened.insert(topic) => self.scattered = true,
            Some(topic) => self.current = Some(Piece { topic, entries: std::mem::take(&mut self.spare) }),
            None => {
                if !self.others.contains(name) {
                    self.others.insert(name.to_vec());
                }
            }
        }
    }

    fn rank(&mut self, mut piece: Piece) {
        if self.by_place {
            piece.entries.score_by_place();
        }
        self.dropped += self.bench.judge(
            &piece.entries,
            piece.topic,
            self.index,
            self.policy,
            &mut self.faults,
            &mut self.harvest,
        );
        self.spare = piece.entries;
        self.spare.clear();
    }
}

impl Sink for OnePass<'_> {
    fn settle(&mut self) {
        let whole = self.borders.last_whole && (self.first.is_some() || self.borders.first_whole);
        if whole && let Some(piece) = self.current.take() {
            self.rank(piece);
        }
        (self.bench, self.spare) = (Workbench::default(), Entries::default());
        for piece in [&mut self.first, &mut self.current].into_iter().flatten() {
            piece.entries.shrink();
        }
    }

    fn record(&mut self, line: u64, record: &Record) -> bool {
        if !record.same_topic && (self.name != record.topic || !self.started) {
            self.next_topic(record.topic);
            if self.scattered {
                return false;
            }
        }
        if let Some(piece) = &mut self.current {
            piece.entries.push(line, record.doc, record.value);
            if self.policy.ties == Ties::Rank {
                piece.entries.ranks.push(record.rank);
            }
        }
        true
    }
}

/// The join of a run with the judgements, topics in the order of the index.
#[derive(Default)]
pub struct Outcome {
    pub starts: Vec<i64>,
    pub rank: Vec<i64>,
    pub grade: Vec<f64>,
    pub score: Vec<f64>,
    pub row: Vec<i64>,
    pub tie_first: Vec<i64>,
    pub tie_last: Vec<i64>,
    pub answered: Vec<u8>,
    pub retrieved: Vec<i64>,
    pub promoted: Vec<i64>,
    pub score_max: Vec<f64>,
    pub score_min: Vec<f64>,
    pub unjudged_score: Vec<f64>,
    pub others: BTreeSet<Vec<u8>>,
    pub part: Part,
    pub dropped: usize,
}

/// Join what the parts of an input came to. None when a topic stands in parts that are not neighbours.
pub fn join(parts: Vec<(Part, OnePass)>, index: &Index, policy: &Policy, by_place: bool) -> Option<Outcome> {
    let mut whole = Part::default();
    let mut closed = HashSet::new();
    let (mut harvests, mut others, mut dropped, mut inside) = (Vec::new(), BTreeSet::new(), 0, 0);
    let (mut bench, mut seam) = (Workbench::default(), Harvest::default());
    let mut pending: Option<Piece> = None;
    let mut seam_faults = Faults::default();
    let mut finish = |piece: Option<Piece>, closed: &mut HashSet<usize>| -> bool {
        let Some(mut piece) = piece else { return true };
        if by_place {
            piece.entries.score_by_place();
        }
        dropped += bench.judge(&piece.entries, piece.topic, index, policy, &mut seam_faults, &mut seam);
        closed.insert(piece.topic)
    };
    for (part, mut pass) in parts {
        let base = whole.lines;
        for piece in [pass.first.take(), pass.current.take()].into_iter().flatten() {
            pass.opened.remove(&piece.topic);
            match &mut pending {
                Some(open) if open.topic == piece.topic => open.entries.append(&piece.entries, base),
                _ => {
                    if !finish(pending.take(), &mut closed) {
                        return None;
                    }
                    let mut entries = Entries::default();
                    entries.append(&piece.entries, base);
                    pending = Some(Piece { topic: piece.topic, entries });
                }
            }
        }
        if pass.opened.into_iter().any(|topic| !closed.insert(topic)) {
            return None;
        }
        others.extend(pass.others);
        whole.faults.absorb(pass.faults, base);
        harvests.push(pass.harvest);
        inside += pass.dropped;
        gather::join_part(&mut whole, part);
    }
    if !finish(pending, &mut closed) {
        return None;
    }
    whole.faults.absorb(seam_faults, 0);
    harvests.push(seam);
    Some(Outcome { others, part: whole, dropped: dropped + inside, ..arrange(&harvests, index) })
}

/// Judge what was gathered.
pub fn judge_gathered(mut part: Part, gathered: Gathered, index: &Index, policy: &Policy) -> Outcome {
    let (mut bench, mut harvest, mut dropped) = (Workbench::default(), Harvest::default(), 0);
    gathered.each_topic(0..gathered.num_topics(), |topic, entries| {
        dropped += bench.judge(entries, topic, index, policy, &mut part.faults, &mut harvest);
    });
    Outcome { others: gathered.others, part, dropped, ..arrange(&[harvest], index) }
}

/// Judge a file.
pub fn judge_file(
    path: &str,
    index: &Index,
    grammar: &Grammar,
    policy: &Policy,
    threads: usize,
    watch: &Watch,
) -> io::Result<Outcome> {
    let by_place = grammar.layout == Layout::Ranking2;
    let read = file::read(path, grammar, threads, watch, |borders| {
        OnePass::new(index, policy, grammar.layout, borders)
    })?;
    let (changed, scattered) = (read.changed, read.stopped);
    if !scattered && let Some(mut outcome) = join(read.parts, index, policy, by_place) {
        gather::note_change(&mut outcome.part.faults, changed);
        return Ok(outcome);
    }
    watch.done.store(0, std::sync::atomic::Ordering::Relaxed);
    let ranks = policy.ties == Ties::Rank;
    let read = file::read(path, grammar, threads, watch, |_| Gathered::new(Some(index), ranks, by_place))?;
    let (mut part, gathered) = gather::join(read.parts)
        .unwrap_or_else(|| (Part::default(), Gathered::new(Some(index), ranks, by_place)));
    gather::note_change(&mut part.faults, changed || read.changed);
    Ok(judge_gathered(part, gathered, index, policy))
}

/// Bring harvests into the order of the index's topics.
pub fn arrange(harvests: &[Harvest], index: &Index) -> Outcome {
    let topics = index.num_topics();
    let mut place = vec![None; topics];
    for harvest in harvests {
        for totals in &harvest.topics {
            place[totals.topic] = Some((harvest, totals));
        }
    }
    let mut outcome = Outcome { starts: vec![0], ..Outcome::default() };
    for found in place {
        if let Some((harvest, totals)) = found {
            let hits = totals.hits_start..totals.hits_end;
            outcome.rank.extend_from_slice(&harvest.rank[hits.clone()]);
            outcome.grade.extend_from_slice(&harvest.grade[hits.clone()]);
            outcome.score.extend_from_slice(&harvest.score[hits.clone()]);
            outcome.row.extend_from_slice(&harvest.row[hits.clone()]);
            outcome.tie_first.extend_from_slice(&harvest.tie_first[hits.clone()]);
            outcome.tie_last.extend_from_slice(&harvest.tie_last[hits]);
        }
        let totals = found.map(|(_, totals)| totals);
        outcome.starts.push(outcome.rank.len() as i64);
        outcome.answered.push(u8::from(totals.is_some()));
        outcome.retrieved.push(totals.map_or(0, |t| t.retrieved));
        outcome.promoted.push(totals.map_or(0, |t| t.promoted));
        outcome.score_max.push(totals.map_or(f64::NAN, |t| t.score_max));
        outcome.score_min.push(totals.map_or(f64::NAN, |t| t.score_min));
        outcome.unjudged_score.push(totals.map_or(0.0, |t| t.unjudged_score));
    }
    outcome
}
