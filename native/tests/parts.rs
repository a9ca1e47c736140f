//! A file read in parts by several threads is the file.

use cranfield_native::file::Watch;
use cranfield_native::index::{Index, Strings};
use cranfield_native::judge::{Outcome, judge_file};
use cranfield_native::layout::{Grammar, Layout};
use cranfield_native::ranking::{Duplicates, Policy, Ties};
use std::fmt::Write;

fn index(topics: usize, docs: usize) -> Index {
    let (mut names, mut judged, mut grades, mut starts) =
        (Strings::empty(), Strings::empty(), Vec::new(), vec![0]);
    for topic in 0..topics {
        names.push(format!("{topic:04}").as_bytes());
        for doc in (0..docs).step_by(7) {
            judged.push(format!("doc{doc}").as_bytes());
            grades.push((doc % 3) as f64);
        }
        starts.push(judged.len() as i64);
    }
    Index::new(names, &starts, judged, grades).unwrap()
}

fn judged(name: &str, text: &str, index: &Index, threads: usize) -> Outcome {
    let path = std::env::temp_dir().join(format!("cranfield-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let grammar = Grammar { layout: Layout::Run, comment: None, ranks: false, strict_ranks: false };
    let policy = Policy {
        ties: Ties::Docid,
        duplicates: Duplicates::Error,
        depth: None,
        condense: false,
        unjudged_grade: None,
        single: false,
        whole_ties: false,
    };
    let outcome =
        judge_file(path.to_str().unwrap(), index, &grammar, &policy, threads, &Watch::default()).unwrap();
    std::fs::remove_file(path).unwrap();
    outcome
}

fn lines(order: impl Iterator<Item = (usize, usize)>) -> String {
    let mut text = String::new();
    for (topic, doc) in order {
        writeln!(text, "{topic:04} Q0 doc{doc} {doc} {} tag", (doc * 7919) % 503).unwrap();
    }
    text
}

#[test]
fn threads_and_borders_do_not_show() {
    let index = index(200, 3000);
    let contiguous = lines((0..200).flat_map(|topic| (0..3000).map(move |doc| (topic, doc))));
    let interleaved = lines((0..3000).flat_map(|doc| (0..200).map(move |topic| (topic, doc))));
    let one = judged("one", &contiguous, &index, 1);
    for (name, text, threads) in [("four", &contiguous, 4), ("scattered", &interleaved, 3)] {
        let other = judged(name, text, &index, threads);
        assert_eq!(one.rank, other.rank, "{name}");
        assert_eq!(one.score, other.score, "{name}");
        assert_eq!(one.unjudged_score, other.unjudged_score, "{name}");
        assert_eq!(other.part.records, 600_000);
    }
    assert_eq!(one.retrieved, vec![3000; 200]);
}

#[test]
fn a_megabyte_without_a_line_feed_is_one_line() {
    let index = index(1, 7);
    let outcome = judged("long", &"x".repeat((1 << 24) + 5), &index, 2);
    let faults = outcome.part.faults.first();
    assert_eq!(faults.len(), 1);
    assert_eq!((faults[0].kind, faults[0].line), ("long-line", 1));
}
