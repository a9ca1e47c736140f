//! A dict of rankings: this thread walks it, which takes the GIL, and another one ranks and joins meanwhile.

use super::borrowed::Pairs;
use crate::entries::Entries;
use crate::file::Part;
use crate::index::Index;
use crate::judge::{self, Outcome};
use crate::ranking::{Harvest, Policy, Workbench};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::collections::BTreeSet;
use std::sync::mpsc;

/// Fewer topics than this are done before a thread has started.
const WORTH_A_THREAD: usize = 300;
const BATCH: usize = 50;
/// Batches that may wait; the walk then waits, too, and memory stays small.
const WAITING: usize = 4;

/// One topic, taken out of the dict.
struct Ranking {
    topic: usize,
    entries: Entries,
    /// From a dict: no document can come twice.
    distinct: bool,
}

/// Judge a run; None when it holds anything but strings and numbers, or a document twice.
pub fn judge(run: &Bound<PyDict>, index: &Index, policy: &Policy) -> Option<Outcome> {
    let mut walk = Walk { index, pairs: Pairs::default(), others: BTreeSet::new(), records: 0 };
    let mut court = Court {
        index,
        policy,
        bench: Workbench::default(),
        harvest: Harvest::default(),
        part: Part::default(),
    };
    if run.len() < WORTH_A_THREAD {
        let mut entries = Entries::default();
        for (name, ranking) in run {
            entries.clear();
            let taken = walk.take(&name, &ranking, std::mem::take(&mut entries))?;
            if let Taken::Judged(ranking) = &taken {
                court.judge(ranking)?;
            }
            entries = taken.into_entries();
        }
    } else {
        walk_and_judge(run, &mut walk, &mut court)?;
    }
    court.part.records = walk.records;
    let outcome = judge::arrange(&[court.harvest], index);
    Some(Outcome { others: walk.others, part: court.part, ..outcome })
}

fn walk_and_judge(run: &Bound<PyDict>, walk: &mut Walk, court: &mut Court) -> Option<()> {
    let (send, receive) = mpsc::sync_channel::<Vec<Ranking>>(WAITING);
    let (give_back, spare) = mpsc::channel::<Vec<Ranking>>();
    std::thread::scope(|scope| {
        let judging = scope.spawn(move || {
            for batch in receive {
                batch.iter().try_for_each(|ranking| court.judge(ranking))?;
                let _ = give_back.send(batch); // nobody takes the last ones
            }
            Some(())
        });
        let mut batch = Vec::with_capacity(BATCH);
        let mut used: Vec<Ranking> = Vec::new();
        for (name, ranking) in run {
            if used.is_empty() {
                used = spare.try_recv().unwrap_or_default();
            }
            let mut entries = used.pop().map(|ranking| ranking.entries).unwrap_or_default();
            entries.clear();
            if let Taken::Judged(ranking) = walk.take(&name, &ranking, entries)? {
                batch.push(ranking);
            }
            if batch.len() == BATCH {
                send.send(std::mem::take(&mut batch)).ok()?; // fails when the judging has given up
            }
        }
        send.send(batch).ok()?;
        drop(send);
        judging.join().expect("judging does not panic")
    })
}

/// What a topic came to.
enum Taken {
    Judged(Ranking),
    /// Not judged, or empty.
    Passed(Entries),
}

impl Taken {
    fn into_entries(self) -> Entries {
        match self {
            Taken::Judged(ranking) => ranking.entries,
            Taken::Passed(entries) => entries,
        }
    }
}

struct Walk<'a> {
    index: &'a Index,
    pairs: Pairs,
    others: BTreeSet<Vec<u8>>,
    records: u64,
}

impl Walk<'_> {
    /// Take one topic of the dict: `{document: score}`, or `[document, ...]` from the top.
    fn take(&mut self, name: &Bound<PyAny>, ranking: &Bound<PyAny>, mut entries: Entries) -> Option<Taken> {
        let name = name.cast_exact::<PyString>().ok()?.to_str().ok()?.as_bytes();
        let scores = ranking.cast_exact::<PyDict>();
        match scores {
            Ok(scores) => self.pairs.fill(&mut entries, scores)?,
            Err(_) => fill_from_list(&mut entries, ranking.cast_exact::<PyList>().ok()?)?,
        }
        self.records += entries.len() as u64;
        if entries.is_empty() {
            return Some(Taken::Passed(entries));
        }
        let Some(topic) = self.index.topic(name) else {
            self.others.insert(name.to_vec());
            return Some(Taken::Passed(entries));
        };
        Some(Taken::Judged(Ranking { topic, entries, distinct: scores.is_ok() }))
    }
}

fn fill_from_list(entries: &mut Entries, ranking: &Bound<PyList>) -> Option<()> {
    for (place, doc) in ranking.iter().enumerate() {
        let doc = doc.cast_exact::<PyString>().ok()?;
        entries.push_unplaced(doc.to_str().ok()?.as_bytes(), -((place + 1) as f64));
    }
    Some(())
}

struct Court<'a> {
    index: &'a Index,
    policy: &'a Policy,
    bench: Workbench,
    harvest: Harvest,
    part: Part,
}

impl Court<'_> {
    /// Rank and join one topic; None when a document comes twice, which is somebody else's to word.
    fn judge(&mut self, ranking: &Ranking) -> Option<()> {
        self.bench.distinct = ranking.distinct;
        let (entries, topic) = (&ranking.entries, ranking.topic);
        let dropped = self.bench.judge(
            entries,
            topic,
            self.index,
            self.policy,
            &mut self.part.faults,
            &mut self.harvest,
        );
        (dropped == 0 && self.part.faults.count == 0).then_some(())
    }
}
