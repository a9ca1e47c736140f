//! A dict of scores, read without counting references: the one place with `unsafe`.
//!
//! A dict of 700,000 scores is 1.4 million objects all over memory. Counting a reference writes to each of them, which
//! took half of the time of evaluating it.
#![allow(unsafe_code)]

use crate::entries::Entries;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::critical_section::with_critical_section;
use pyo3::types::PyDict;

/// The pairs of a dict as pointers that the dict keeps alive.
#[derive(Default)]
pub struct Pairs(Vec<(*mut ffi::PyObject, *mut ffi::PyObject)>);

impl Pairs {
    /// Put `{document: score}` into entries; None when there is anything but strings and numbers in it.
    pub fn fill(&mut self, entries: &mut Entries, scores: &Bound<PyDict>) -> Option<()> {
        // Nothing below runs Python code or lets another thread in, so the dict stays as it is and keeps its objects
        // alive. Without a GIL the critical section sees to that.
        with_critical_section(scores, || {
            self.0.clear();
            let (mut at, mut key, mut value) = (0, std::ptr::null_mut(), std::ptr::null_mut());
            // SAFETY: `scores` is a dict; the pointers are to variables of the types that are asked for.
            while unsafe { ffi::PyDict_Next(scores.as_ptr(), &raw mut at, &raw mut key, &raw mut value) } != 0
            {
                self.0.push((key, value));
                coming(key);
                coming(value);
            }
            // SAFETY: both are objects that the dict holds.
            let plain = |&(key, value): &(_, _)| unsafe {
                ffi::PyUnicode_CheckExact(key) & (ffi::PyFloat_Check(value) | ffi::PyLong_CheckExact(value))
            };
            // All types first: these loads do not wait for one another, as they would between the calls below.
            if self.0.iter().fold(1, |all, pair| all & i32::from(plain(pair) != 0)) == 0 {
                return None;
            }
            for &(key, value) in &self.0 {
                entries.push_unplaced(text(key)?, number(value)?);
            }
            Some(())
        })
    }
}

/// Have an object on its way from memory before it is looked at; a seventh of the time, where it can be asked for.
#[inline]
fn coming(object: *mut ffi::PyObject) {
    // SAFETY: a hint about an address; nothing is read.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(object.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = object;
}

/// The bytes of a string; None where it has no UTF-8 (lone surrogates).
fn text<'a>(key: *mut ffi::PyObject) -> Option<&'a [u8]> {
    let mut length = 0;
    // SAFETY: `key` is a string, which keeps its UTF-8 as long as it lives; the caller copies it at once.
    unsafe {
        let start = ffi::PyUnicode_AsUTF8AndSize(key, &raw mut length);
        if start.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        Some(std::slice::from_raw_parts(start.cast(), length as usize))
    }
}

/// The value of a float or an int; None where it is NaN, or too large for a float.
fn number(value: *mut ffi::PyObject) -> Option<f64> {
    // SAFETY: `value` is a float or an int, of which this runs no Python code.
    let number = unsafe {
        if ffi::PyFloat_Check(value) != 0 {
            ffi::PyFloat_AsDouble(value)
        } else {
            ffi::PyLong_AsDouble(value)
        }
    };
    if number.to_bits() == (-1.0f64).to_bits() {
        // SAFETY: looks at, and clears, the error of this thread.
        unsafe {
            if !ffi::PyErr_Occurred().is_null() {
                ffi::PyErr_Clear();
                return None;
            }
        }
    }
    (!number.is_nan()).then_some(number)
}
