//! The binding. What Python calls is here; `convert` turns its values into ours, `waiting` lets it wait.
#![allow(clippy::needless_pass_by_value)] // arguments arrive by value from Python

mod borrowed;
mod convert;
mod dict;
mod waiting;

use crate::entries::Entries;
use crate::fault::Fault;
use crate::file::{self, Borders, Part};
use crate::gather::{self, Gathered};
use crate::index::Index;
use crate::judge::{self, OnePass, Outcome};
use crate::layout::{Grammar, Layout};
use crate::ranking::{Harvest, Ties, Workbench};
use convert::{
    Ids, PolicyFields, columns_dict, duplicates_named, layout_named, outcome_dict, policy_of, strings,
    unsound,
};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::collections::BTreeSet;
use waiting::{in_background, read_blocks};

#[pyclass(frozen, name = "Index")]
struct PyIndex(Index);

#[pymethods]
impl PyIndex {
    #[new]
    fn new(
        py: Python,
        topics: Ids,
        starts: PyBuffer<i64>,
        docs: Ids,
        grades: PyBuffer<f64>,
    ) -> PyResult<Self> {
        let (topics, docs) = (strings(py, &topics)?, strings(py, &docs)?);
        let (starts, grades) = (starts.to_vec(py)?, grades.to_vec(py)?);
        py.detach(|| Index::new(topics, &starts, docs, grades)).map(PyIndex).ok_or_else(unsound)
    }
}

#[pyfunction]
fn group_rows<'py>(
    py: Python<'py>,
    kind: &str,
    topics: Ids,
    docs: Ids,
    values: PyBuffer<f64>,
    ranks: Option<PyBuffer<i64>>,
    duplicates: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let (topics, docs, values) = (strings(py, &topics)?, strings(py, &docs)?, values.to_vec(py)?);
    let ranks = ranks.map(|ranks| ranks.to_vec(py)).transpose()?;
    let fits = [topics.len(), docs.len()].iter().all(|&rows| rows == values.len());
    if !fits || ranks.as_ref().is_some_and(|ranks| ranks.len() != values.len()) {
        return Err(unsound());
    }
    let (duplicates, grades) = (duplicates_named(duplicates)?, kind == "qrels");
    let columns = py.detach(|| {
        let mut gathered = Gathered::new(None, ranks.is_some(), false);
        let mut part = Part::default();
        for (row, &value) in values.iter().enumerate() {
            let (line, topic, doc) = (row as u64 + 1, topics.get(row), docs.get(row));
            match value_fault(grades, value) {
                None => {
                    gathered.turn_to(topic);
                    gathered.push(line, doc, value, ranks.as_ref().map(|ranks| ranks[row]));
                }
                Some((kind, text)) => part.faults.push(Fault {
                    end: text.len(),
                    text: text.into(),
                    topic: topic.to_vec(),
                    doc: doc.to_vec(),
                    ..Fault::bare(kind, line)
                }),
            }
        }
        gathered.into_columns(part, duplicates)
    });
    columns_dict(py, &columns)
}

/// The fault of a score or grade in memory, and how Python prints the value.
fn value_fault(grades: bool, value: f64) -> Option<(&'static str, &'static str)> {
    match (grades, value.is_nan(), value.is_infinite()) {
        (false, true, _) => Some(("nan-score", "nan")),
        (true, true, _) => Some(("nan-grade", "nan")),
        (true, _, true) => Some(("infinite-grade", if value > 0.0 { "inf" } else { "-inf" })),
        _ => None,
    }
}

#[pyfunction]
fn read_columns<'py>(
    py: Python<'py>,
    layout: &str,
    text: &Bound<'py, PyAny>,
    duplicates: &str,
    comment: Option<Vec<u8>>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let layout = layout_named(layout)?;
    let grammar = Grammar { layout, comment, ranks: true, strict_ranks: false };
    let duplicates = duplicates_named(duplicates)?;
    let by_place = layout == Layout::Ranking2;
    let ranked = matches!(layout, Layout::Run | Layout::Ranking3);
    let columns = if let Ok(path) = text.cast::<PyString>() {
        let path = path.to_str()?;
        in_background(py, progress, |watch| {
            let read = file::read(path, &grammar, threads, watch, |_| Gathered::new(None, ranked, by_place))?;
            let changed = read.changed;
            let (mut part, gathered) = gather::join(read.parts)
                .unwrap_or_else(|| (Part::default(), Gathered::new(None, ranked, by_place)));
            gather::note_change(&mut part.faults, changed);
            Ok(gathered.into_columns(part, duplicates))
        })??
    } else {
        let mut sink = Gathered::new(None, ranked, by_place);
        let feed = read_blocks(py, text, &grammar, &mut sink, progress)?;
        py.detach(|| sink.into_columns(feed.into(), duplicates))
    };
    columns_dict(py, &columns)
}

#[pyfunction]
#[allow(clippy::too_many_arguments)] // one call does the whole pass
fn judge_text<'py>(
    py: Python<'py>,
    index: &Bound<'py, PyIndex>,
    layout: &str,
    text: &Bound<'py, PyAny>,
    policy: PolicyFields,
    comment: Option<Vec<u8>>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let (index, layout, policy) = (&index.get().0, layout_named(layout)?, policy_of(policy)?);
    let ranks = policy.ties == Ties::Rank;
    let grammar = Grammar { layout, comment, ranks, strict_ranks: ranks };
    if let Ok(path) = text.cast::<PyString>() {
        let path = path.to_str()?;
        let outcome = in_background(py, progress, |watch| {
            judge::judge_file(path, index, &grammar, &policy, threads, watch)
        })??;
        return outcome_dict(py, outcome).map(Some);
    }
    let mut sink = OnePass::new(index, &policy, layout, Borders::default());
    let feed = read_blocks(py, text, &grammar, &mut sink, progress)?;
    let outcome = py.detach(|| {
        if sink.scattered {
            return None;
        }
        judge::join(vec![(feed.into(), sink)], index, &policy, layout == Layout::Ranking2)
    });
    outcome.map(|outcome| outcome_dict(py, outcome)).transpose()
}

#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn judge_rows<'py>(
    py: Python<'py>,
    index: &Bound<'py, PyIndex>,
    topics: Ids,
    starts: PyBuffer<i64>,
    docs: Ids,
    values: PyBuffer<f64>,
    ranks: Option<PyBuffer<i64>>,
    policy: PolicyFields,
) -> PyResult<Bound<'py, PyDict>> {
    let (index, policy) = (&index.get().0, policy_of(policy)?);
    let (topics, docs) = (strings(py, &topics)?, strings(py, &docs)?);
    let (starts, values) = (starts.to_vec(py)?, values.to_vec(py)?);
    let ranks = ranks.map(|ranks| ranks.to_vec(py)).transpose()?;
    let rows = values.len();
    let fits = starts.len() == topics.len() + 1
        && starts.is_sorted()
        && starts[0] == 0
        && starts[topics.len()] == rows as i64;
    if !fits || docs.len() != rows || ranks.as_ref().is_some_and(|ranks| ranks.len() != rows) {
        return Err(unsound());
    }
    let outcome = py.detach(|| {
        let mut part = Part { records: rows as u64, ..Part::default() };
        let (mut bench, mut harvest, mut entries) =
            (Workbench::default(), Harvest::default(), Entries::default());
        let (mut others, mut dropped) = (BTreeSet::new(), 0);
        for number in 0..topics.len() {
            let Some(topic) = index.topic(topics.get(number)) else {
                others.insert(topics.get(number).to_vec());
                continue;
            };
            entries.clear();
            for row in starts[number] as usize..starts[number + 1] as usize {
                entries.push(row as u64 + 1, docs.get(row), values[row]);
                if let Some(ranks) = &ranks {
                    entries.ranks.push(Some(ranks[row]));
                }
            }
            if !entries.is_empty() {
                dropped += bench.judge(&entries, topic, index, &policy, &mut part.faults, &mut harvest);
            }
        }
        Outcome { others, part, dropped, ..judge::arrange(&[harvest], index) }
    });
    outcome_dict(py, outcome)
}

/// Judge a dict of dicts or of lists as it is; None when something in it wants a closer look.
#[pyfunction]
fn judge_dict<'py>(
    py: Python<'py>,
    index: &Bound<'py, PyIndex>,
    run: &Bound<'py, PyDict>,
    policy: PolicyFields,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let (index, policy) = (&index.get().0, policy_of(policy)?);
    dict::judge(run, index, &policy).map(|outcome| outcome_dict(py, outcome)).transpose()
}

#[pymodule(gil_used = false)]
fn _native(module: &Bound<PyModule>) -> PyResult<()> {
    module.add_class::<PyIndex>()?;
    module.add_function(wrap_pyfunction!(group_rows, module)?)?;
    module.add_function(wrap_pyfunction!(read_columns, module)?)?;
    module.add_function(wrap_pyfunction!(judge_text, module)?)?;
    module.add_function(wrap_pyfunction!(judge_rows, module)?)?;
    module.add_function(wrap_pyfunction!(judge_dict, module)?)
}
