//! Small open-addressing tables over byte strings that lie elsewhere.

use foldhash::fast::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::LazyLock;

/// One seed a process, so that nobody can prepare ids that collide.
static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::default);

pub fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = SEED.build_hasher();
    hasher.write(bytes);
    hasher.finish()
}

/// Half of each slot is a piece of the hash, so that most probes never look at the bytes; 0 is an empty slot.
const fn slot(hash: u64, row: u32) -> u64 {
    (hash & 0xffff_ffff_0000_0000) | (row as u64 + 1)
}

/// How many slots a table for this many rows has: a power of two, at most half full.
pub fn slots_for(rows: usize) -> usize {
    (2 * rows).next_power_of_two().max(2)
}

/// Find the row for which `same` holds, or put `row` there and return None.
pub fn find_or_insert(
    slots: &mut [u64],
    hash: u64,
    row: u32,
    mut same: impl FnMut(u32) -> bool,
) -> Option<u32> {
    let mask = slots.len() - 1;
    let mut at = hash as usize & mask;
    loop {
        let found = slots[at];
        if found == 0 {
            slots[at] = slot(hash, row);
            return None;
        }
        if (found ^ hash) >> 32 == 0 && same(found as u32 - 1) {
            return Some(found as u32 - 1);
        }
        at = (at + 1) & mask;
    }
}

/// Find the row for which `same` holds.
pub fn find(slots: &[u64], hash: u64, mut same: impl FnMut(u32) -> bool) -> Option<u32> {
    let mask = slots.len() - 1;
    let mut at = hash as usize & mask;
    loop {
        let found = slots[at];
        if found == 0 {
            return None;
        }
        if (found ^ hash) >> 32 == 0 && same(found as u32 - 1) {
            return Some(found as u32 - 1);
        }
        at = (at + 1) & mask;
    }
}
