//! Python's values to ours and back: buffers in, bytes out.

use crate::fault::Fault;
use crate::gather::Columns;
use crate::index::Strings;
use crate::judge::Outcome;
use crate::layout::Layout;
use crate::ranking::{Duplicates, Policy, Ties};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyTuple};

/// A column of ids as Python hands it over: bytes and offsets.
pub type Ids<'py> = (Bound<'py, PyBytes>, PyBuffer<i64>);
/// ties, duplicates, depth, condense, `unjudged_grade`, single, `whole_ties`
pub type PolicyFields = (String, String, Option<usize>, bool, Option<f64>, bool, bool);

pub fn strings(py: Python, ids: &Ids) -> PyResult<Strings> {
    let strings = Strings { data: ids.0.as_bytes().to_vec(), offsets: ids.1.to_vec(py)? };
    if strings.is_sound() { Ok(strings) } else { Err(unsound()) }
}

pub fn unsound() -> PyErr {
    PyValueError::new_err("the columns do not fit together")
}

pub fn layout_named(name: &str) -> PyResult<Layout> {
    Layout::named(name).ok_or_else(|| PyValueError::new_err(format!("no layout {name}")))
}

pub fn duplicates_named(name: &str) -> PyResult<Duplicates> {
    match name {
        "error" => Ok(Duplicates::Error),
        "first" => Ok(Duplicates::First),
        "last" => Ok(Duplicates::Last),
        _ => Err(PyValueError::new_err(format!("no policy {name}"))),
    }
}

pub fn policy_of(
    (ties, duplicates, depth, condense, unjudged_grade, single, whole_ties): PolicyFields,
) -> PyResult<Policy> {
    let ties = match ties.as_str() {
        "docid" => Ties::Docid,
        "docid-ascending" => Ties::DocidAscending,
        "input" => Ties::Input,
        "rank" => Ties::Rank,
        _ => return Err(PyValueError::new_err(format!("no policy {ties}"))),
    };
    let duplicates = duplicates_named(&duplicates)?;
    Ok(Policy { ties, duplicates, depth, condense, unjudged_grade, single, whole_ties })
}

pub fn outcome_dict(py: Python<'_>, outcome: Outcome) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (name, column) in [
        ("starts", &outcome.starts),
        ("rank", &outcome.rank),
        ("retrieved", &outcome.retrieved),
        ("promoted", &outcome.promoted),
        ("row", &outcome.row),
        ("tie_first", &outcome.tie_first),
        ("tie_last", &outcome.tie_last),
    ] {
        dict.set_item(name, PyBytes::new(py, bytemuck::cast_slice(column)))?;
    }
    for (name, column) in [
        ("grade", &outcome.grade),
        ("score", &outcome.score),
        ("score_max", &outcome.score_max),
        ("score_min", &outcome.score_min),
        ("unjudged_score", &outcome.unjudged_score),
    ] {
        dict.set_item(name, PyBytes::new(py, bytemuck::cast_slice(column)))?;
    }
    dict.set_item("answered", PyBytes::new(py, &outcome.answered))?;
    dict.set_item(
        "other_topics",
        PyList::new(py, outcome.others.iter().map(|name| PyBytes::new(py, name)))?,
    )?;
    dict.set_item("records", outcome.part.records)?;
    dict.set_item("dropped", outcome.dropped)?;
    dict.set_item("fault_count", outcome.part.faults.count)?;
    dict.set_item("faults", fault_list(py, &outcome.part.faults.first())?)?;
    Ok(dict)
}

pub fn columns_dict<'py>(py: Python<'py>, columns: &Columns) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, ids) in [("topics", &columns.topics), ("docs", &columns.docs)] {
        dict.set_item(
            name,
            (PyBytes::new(py, &ids.data), PyBytes::new(py, bytemuck::cast_slice(&ids.offsets))),
        )?;
    }
    dict.set_item("starts", PyBytes::new(py, bytemuck::cast_slice(&columns.starts)))?;
    dict.set_item("values", PyBytes::new(py, bytemuck::cast_slice(&columns.values)))?;
    dict.set_item(
        "ranks",
        columns.ranks.as_ref().map(|ranks| PyBytes::new(py, bytemuck::cast_slice(ranks))),
    )?;
    dict.set_item("tag", PyBytes::new(py, &columns.tag))?;
    dict.set_item("dropped", columns.dropped)?;
    dict.set_item("fault_count", columns.fault_count)?;
    dict.set_item("faults", fault_list(py, &columns.faults)?)?;
    Ok(dict)
}

/// The fields of `errors.Fault`, in its order.
pub fn fault_list<'py>(py: Python<'py>, faults: &[Fault]) -> PyResult<Bound<'py, PyList>> {
    let tuples: Vec<Bound<PyTuple>> = faults
        .iter()
        .map(|fault| {
            let bytes = |field: &[u8]| PyBytes::new(py, field);
            (
                fault.kind,
                fault.line,
                bytes(&fault.text),
                fault.start,
                fault.end,
                fault.cropped,
                bytes(&fault.topic),
                bytes(&fault.doc),
                fault.other,
            )
                .into_pyobject(py)
        })
        .collect::<PyResult<_>>()?;
    PyList::new(py, tuples)
}
