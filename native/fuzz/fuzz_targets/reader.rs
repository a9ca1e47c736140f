//! Any bytes, in blocks of any size, give what the same bytes give in one block; nothing panics, and what is
//! judged on the way is what would be judged from memory.
//!
//! `cargo fuzz run reader` (with `--sanitizer none` on a stable toolchain: the crate forbids unsafe code).
#![no_main]

use cranfield_native::feed::{Feed, Sink};
use cranfield_native::file::{Borders, Part};
use cranfield_native::gather::Gathered;
use cranfield_native::index::{Index, Strings};
use cranfield_native::judge::{self, OnePass, Outcome};
use cranfield_native::layout::{Grammar, Layout};
use cranfield_native::ranking::{Duplicates, Policy, Ties};
use libfuzzer_sys::fuzz_target;

fn index() -> Index {
    let (mut topics, mut docs) = (Strings::empty(), Strings::empty());
    for topic in [b"1".as_slice(), b"2", b"t"] {
        topics.push(topic);
        for doc in [b"d".as_slice(), b"d1", b"FT911-3"] {
            docs.push(doc);
        }
    }
    Index::new(topics, &[0, 3, 6, 9], docs, vec![1.0, 0.0, -1.0, 2.0, 1.0, 0.0, 3.0, 0.5, 0.0])
        .expect("they fit")
}

fn fed<S: Sink>(text: &[u8], size: usize, grammar: &Grammar, mut sink: S) -> (Part, S) {
    let mut feed = Feed::new(grammar.clone(), true);
    for block in text.chunks(size) {
        if !feed.push(block, &mut sink) {
            return (feed.into(), sink);
        }
    }
    feed.finish(&mut sink);
    (feed.into(), sink)
}

fn same(one: &Outcome, other: &Outcome) {
    let bits = |column: &[f64]| column.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(
        (&one.starts, &one.rank, &one.retrieved, &one.answered),
        (&other.starts, &other.rank, &other.retrieved, &other.answered)
    );
    assert_eq!((bits(&one.grade), bits(&one.score)), (bits(&other.grade), bits(&other.score)));
    assert_eq!(
        (&one.others, one.dropped, one.part.records, one.part.faults.count),
        (&other.others, other.dropped, other.part.records, other.part.faults.count)
    );
    assert_eq!(one.part.faults.clone().first(), other.part.faults.clone().first());
}

fuzz_target!(|input: (u8, u8, &[u8])| {
    let (choice, size, text) = input;
    let layout = [Layout::Run, Layout::Qrels, Layout::Ranking3, Layout::Ranking2][choice as usize % 4];
    let ties = [Ties::Docid, Ties::DocidAscending, Ties::Input, Ties::Rank][choice as usize / 4 % 4];
    let duplicates = [Duplicates::Error, Duplicates::First, Duplicates::Last][choice as usize / 16 % 3];
    let policy = Policy {
        ties,
        duplicates,
        depth: None,
        condense: choice > 200,
        unjudged_grade: None,
        single: choice % 2 == 0,
        whole_ties: choice % 3 == 0,
    };
    let comment = (choice > 127).then(|| b"#".to_vec());
    let ranks = ties == Ties::Rank;
    let grammar = Grammar { layout, comment, ranks, strict_ranks: ranks };
    let (index, by_place) = (index(), layout == Layout::Ranking2);

    let gathered = |size: usize| {
        let (part, gathered) = fed(text, size, &grammar, Gathered::new(Some(&index), ranks, by_place));
        judge::judge_gathered(part, gathered, &index, &policy)
    };
    let whole = gathered(text.len().max(1));
    same(&whole, &gathered(size as usize + 1));

    let (part, pass) =
        fed(text, size as usize + 1, &grammar, OnePass::new(&index, &policy, layout, Borders::default()));
    if !pass.scattered {
        let outcome =
            judge::join(vec![(part, pass)], &index, &policy, by_place).expect("topics are contiguous");
        same(&whole, &outcome);
    }
});
