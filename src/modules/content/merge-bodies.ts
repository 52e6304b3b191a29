/** A value that two editors changed differently. `path` is its place in the merged body. */
export type MergeConflict = { path: string; mine: unknown; theirs: unknown };

/** The merged body, with `mine` where the two conflict. */
export type Merged<T> = { body: T; conflicts: MergeConflict[] };

/** A body, and its versions by two editors. */
type Sides<T> = { base: T; mine: T; theirs: T };

/** A body, or a part of one, by its fields. */
type Group = Record<string, unknown>;

export const isGroup = (value: unknown): value is Group =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True if two values are equal as JSON. The order of fields does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isGroup(one) || !isGroup(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]));
}

/** True for a part whose fields are merged one by one. A picture is one value with its text. */
const isMergedByField = (value: unknown): value is Group => isGroup(value) && !('src' in value);

const join = (path: string, name: string | number) => (path === '' ? String(name) : `${path}.${name}`);

const conflictAt = (path: string, { mine, theirs }: Sides<unknown>): Merged<unknown> => ({
  body: mine,
  conflicts: [{ path, mine, theirs }],
});

function mergeGroups({ base, mine, theirs }: Sides<Group>, path: string): Merged<Group> {
  const conflicts: MergeConflict[] = [];
  const fields = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].flatMap((name) => {
    const merged = merge({ base: base[name], mine: mine[name], theirs: theirs[name] }, join(path, name));
    conflicts.push(...merged.conflicts);
    return merged.body === undefined ? [] : [[name, merged.body] as const];
  });
  return { body: Object.fromEntries(fields), conflicts };
}

const idOf = (entry: unknown) => (isGroup(entry) && typeof entry.id === 'string' ? entry.id : null);

/** True if two entries are the same one, by its id if it has one, else by all of it. */
function isSameEntry(one: unknown, other: unknown): boolean {
  const id = idOf(one);
  return id === null ? isSame(one, other) : id === idOf(other);
}

/** True if entries were added, removed or moved. */
function isRearranged(before: readonly unknown[], after: readonly unknown[]): boolean {
  if (before.length !== after.length) return true;
  const changed = [...before.keys()].filter((index) => !isSameEntry(before[index], after[index]));
  return changed.some((to) => changed.some((from) => isSameEntry(before[from], after[to])));
}

type Lists = Sides<readonly unknown[]>;

/** Merges lists whose entries are at the same places. */
function mergeEntries({ base, mine, theirs }: Lists, path: string): Merged<unknown> {
  const merged = mine.map((entry, index) =>
    merge({ base: base[index], mine: entry, theirs: theirs[index] }, join(path, index)),
  );
  return { body: merged.map(({ body }) => body), conflicts: merged.flatMap(({ conflicts }) => conflicts) };
}

/**
 * Brings the entries that one editor edited to where the other moved them. Null if one of them is
 * not there exactly once.
 */
function followEntries(base: readonly unknown[], edited: readonly unknown[], moved: readonly unknown[]) {
  const places = new Map<number, number>();
  for (const [index, entry] of base.entries()) {
    if (isSame(entry, edited[index])) continue;
    const found = [...moved.keys()].filter((at) => isSameEntry(entry, moved[at]));
    const [place] = found;
    if (place === undefined || found.length > 1) return null;
    places.set(place, index);
  }
  return places;
}

/**
 * Merges a list that one editor rearranged. It conflicts if both did, or if one removed what the
 * other edited.
 */
function mergeRearranged(lists: Lists, path: string): Merged<unknown> {
  const { base, mine, theirs } = lists;
  const isMine = isRearranged(base, mine);
  if (isMine && isRearranged(base, theirs)) return conflictAt(path, lists);
  const [moved, edited] = isMine ? [mine, theirs] : [theirs, mine];
  const places = followEntries(base, edited, moved);
  if (places === null) return conflictAt(path, lists);
  const merged = moved.map((entry, at): Merged<unknown> => {
    const index = places.get(at);
    if (index === undefined) return { body: entry, conflicts: [] };
    const [own, other] = isMine ? [entry, edited[index]] : [edited[index], entry];
    return merge({ base: base[index], mine: own, theirs: other }, join(path, at));
  });
  return { body: merged.map(({ body }) => body), conflicts: merged.flatMap(({ conflicts }) => conflicts) };
}

function mergeLists(lists: Lists, path: string): Merged<unknown> {
  const { base, mine, theirs } = lists;
  const isMoved = isRearranged(base, mine) || isRearranged(base, theirs);
  return isMoved ? mergeRearranged(lists, path) : mergeEntries(lists, path);
}

function merge({ base, mine, theirs }: Sides<unknown>, path: string): Merged<unknown> {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { body: mine, conflicts: [] };
  if (isSame(base, mine)) return { body: theirs, conflicts: [] };
  if (isMergedByField(base) && isMergedByField(mine) && isMergedByField(theirs)) {
    return mergeGroups({ base, mine, theirs }, path);
  }
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    return mergeLists({ base, mine, theirs }, path);
  }
  return conflictAt(path, { base, mine, theirs });
}

/**
 * Merges two versions of a body that began with the same one. A value that only one editor changed
 * is kept. Of one that both changed, `conflicts` has both versions.
 */
export const mergeBodies = (sides: Sides<Group>): Merged<Group> => mergeGroups(sides, '');

function partWithValue(part: unknown, path: string, value: unknown): unknown {
  if (!Array.isArray(part)) return withValueAt(isGroup(part) ? part : {}, path, value);
  const [place = '', ...rest] = path.split('.');
  const entries: readonly unknown[] = part;
  return entries.map((entry, index) => {
    if (String(index) !== place) return entry;
    return rest.length === 0 ? value : partWithValue(entry, rest.join('.'), value);
  });
}

/** Returns a body with another value at a path. Undefined takes the field out. */
export function withValueAt(body: Group, path: string, value: unknown): Group {
  const [name = '', ...rest] = path.split('.');
  const { [name]: before, ...others } = body;
  const inner = rest.length === 0 ? value : partWithValue(before, rest.join('.'), value);
  return inner === undefined ? others : { ...others, [name]: inner };
}
