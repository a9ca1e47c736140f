//! Small open-addressing tables over byte strings that lie elsewhere.

use crate::index::Strings;
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

/// Distinct names, numbered as they come. One block of bytes, because a million small ones never go back to the system.
#[derive(Default)]
pub struct Names {
    pub names: Strings,
    slots: Vec<u64>,
}

impl Names {
    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The number of a name, a new one where it was not there.
    pub fn number(&mut self, name: &[u8]) -> usize {
        let next = self.len();
        if slots_for(next + 1) > self.slots.len() {
            self.slots = vec![0; slots_for(2 * (next + 1))];
            for row in 0..next {
                find_or_insert(&mut self.slots, hash(self.names.get(row)), row as u32, |_| false);
            }
        }
        let names = &self.names;
        let same = |row: u32| names.get(row as usize) == name;
        if let Some(row) = find_or_insert(&mut self.slots, hash(name), next as u32, same) {
            return row as usize;
        }
        self.names.push(name);
        next
    }

    /// All numbers, by the bytes of their names.
    pub fn sorted(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_unstable_by(|&a, &b| self.names.get(a).cmp(self.names.get(b)));
        order
    }
}
