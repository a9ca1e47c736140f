//! The core of cranfield: reads runs and judgements, ranks each topic, and joins the two. What comes out is small:
//! the judged documents that the run retrieved, and a few totals per topic.
//!
//! This library knows nothing of Python; `py.rs` is the binding. `src/cranfield/_core/twin.py` does the same readably,
//! and both pass the same tests.

pub mod entries;
pub mod fault;
pub mod feed;
pub mod file;
pub mod gather;
pub mod index;
pub mod judge;
pub mod layout;
pub mod number;
#[cfg(feature = "python")]
mod py;
pub mod quick;
pub mod ranking;
pub mod table;
