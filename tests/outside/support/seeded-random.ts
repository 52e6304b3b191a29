/** Returns a generator of numbers from 0 to 1 that depend only on a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/**
 * Returns `count` of the items, from every group in turn, so that a short sample covers each group.
 */
export function sampleOf<T>(items: readonly T[], count: number, groupOf: (item: T) => string, random: () => number) {
  const rounds = new Map<string, number>();
  const ranked = shuffled(items, random).map((item) => {
    const round = rounds.get(groupOf(item)) ?? 0;
    rounds.set(groupOf(item), round + 1);
    return { item, round };
  });
  const chosen = ranked.toSorted((one, other) => one.round - other.round).slice(0, count);
  return shuffled(
    chosen.map(({ item }) => item),
    random,
  );
}
