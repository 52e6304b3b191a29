import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isSame, mergeBodies, withValueAt } from './merge-bodies.ts';

const base = {
  title: 'Title',
  hero: { text: 'Text', lead: 'Lead' },
  picture: { src: '/media/a', alt: 'A' },
  items: [
    { question: 'One?', answer: '1' },
    { question: 'Two?', answer: '2' },
    { question: 'Three?', answer: '3' },
  ],
  sections: [
    { id: 'steps', hidden: false },
    { id: 'faq', hidden: false },
  ],
};
const [one, two, three] = base.items as [object, object, object];

test.each([
  [
    'two fields of one part',
    { hero: { text: 'My text', lead: 'Lead' } },
    { hero: { text: 'Text', lead: 'Their lead' } },
    { hero: { text: 'My text', lead: 'Their lead' } },
  ],
  [
    'an entry here, another there',
    { items: [{ ...one, answer: 'mine' }, two, three] },
    { items: [one, two, { ...three, answer: 'theirs' }] },
    { items: [{ ...one, answer: 'mine' }, two, { ...three, answer: 'theirs' }] },
  ],
  [
    'an entry that the other moves',
    { items: [{ ...one, answer: 'mine' }, two, three] },
    { items: [three, one, two] },
    { items: [three, { ...one, answer: 'mine' }, two] },
  ],
  [
    'an entry beside one that is added',
    { items: [one, two, three, { question: 'Four?', answer: '4' }] },
    { items: [one, { ...two, answer: 'theirs' }, three] },
    { items: [one, { ...two, answer: 'theirs' }, three, { question: 'Four?', answer: '4' }] },
  ],
  [
    'a section hidden here, moved there',
    { sections: [base.sections[0], { id: 'faq', hidden: true }] },
    { sections: base.sections.toReversed() },
    { sections: [{ id: 'faq', hidden: true }, base.sections[0]] },
  ],
  ['the same change', { title: 'Same' }, { title: 'Same' }, { title: 'Same' }],
])('merging keeps both changes: %s', (_what, mine, theirs, both) => {
  const merged = mergeBodies({ base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } });
  expect(merged).toEqual({ body: { ...base, ...both }, conflicts: [] });
});

test.each<[string, object, object, string]>([
  ['the same text', { title: 'Mine' }, { title: 'Theirs' }, 'title'],
  [
    'a text within a part',
    { hero: { ...base.hero, text: 'Mine' } },
    { hero: { ...base.hero, text: 'Theirs' } },
    'hero.text',
  ],
  [
    'a picture as a whole',
    { picture: { src: '/media/b', alt: 'A' } },
    { picture: { src: '/media/a', alt: 'B' } },
    'picture',
  ],
  [
    'a text of one entry',
    { items: [one, two, { ...three, answer: 'mine' }] },
    { items: [one, two, { ...three, answer: 'theirs' }] },
    'items.2.answer',
  ],
  ['a list that both rearrange', { items: [two, one, three] }, { items: [one, two] }, 'items'],
  [
    'an entry that the other removes',
    { items: [{ ...one, answer: 'mine' }, two, three] },
    { items: [two, three] },
    'items',
  ],
])('merging asks about %s, with both versions', (_what, mine, theirs, path) => {
  const [here, there] = [
    { ...base, ...mine },
    { ...base, ...theirs },
  ];
  const at = (body: object) =>
    path.split('.').reduce<unknown>((inner, name) => Reflect.get(inner as object, name), body);
  const merged = mergeBodies({ base, mine: here, theirs: there });
  expect(merged).toEqual({ body: here, conflicts: [{ path, mine: at(here), theirs: at(there) }] });
  expect(withValueAt(merged.body, path, at(there))).toEqual(there);
});

type Entry = { title: string; text: string };
type Body = {
  title: string;
  hero: { title: string; text: string };
  tags: string[];
  items: Entry[];
  parts: { id: string; title: string }[];
};

/** Edits by their kind and place. Each text that an editor types is found nowhere else. */
const edits = fc.array(fc.tuple(fc.nat(9), fc.nat(5), fc.nat(5)), { maxLength: 6 });

const start: Body = {
  title: 'a title',
  hero: { title: 'a hero', text: 'a text' },
  tags: ['red', 'blue', 'red'],
  items: [0, 1, 2, 3].map((index) => ({ title: `item ${index}`, text: 'same' })),
  parts: [0, 1, 2].map((index) => ({ id: `part ${index}`, title: `part title ${index}` })),
};

const moved = <T>(all: readonly T[], from: number, to: number): T[] => {
  const rest = all.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...all.slice(from, from + 1), ...rest.slice(to)];
};

const edited = <T>(all: readonly T[], place: number, change: (entry: T) => T): T[] =>
  all.map((entry, index) => (index === place % all.length ? change(entry) : entry));

function apply(body: Body, typed: string, [kind, place, to]: [number, number, number]): Body {
  const { hero, tags, items, parts } = body;
  const changes: (() => Partial<Body>)[] = [
    () => ({ title: typed }),
    () => ({ hero: { ...hero, title: typed } }),
    () => ({ hero: { ...hero, text: typed } }),
    () => ({ tags: edited(tags, place, () => typed) }),
    () => ({ items: edited(items, place, (entry) => ({ ...entry, title: typed })) }),
    () => ({ items: edited(items, place, (entry) => ({ ...entry, text: typed })) }),
    () => ({ items: [...items, { title: typed, text: 'new' }] }),
    () => ({ items: moved(items, place % items.length, to % items.length) }),
    () => ({ parts: moved(parts, place % parts.length, to % parts.length) }),
    () => ({ parts: edited(parts, place, (entry) => ({ ...entry, title: typed })) }),
  ];
  return { ...body, ...changes[kind]?.() };
}

const editor = (name: string, all: [number, number, number][]) =>
  all.reduce((body, edit, index) => apply(body, `${name} ${index}.`, edit), start);

const typedIn = (value: unknown) => new Set(JSON.stringify(value).match(/(?:mine|theirs) \d\./g));

test('merging loses nothing that two editors typed: it is in the merged body, or asked about', () => {
  fc.assert(
    fc.property(edits, edits, (my, their) => {
      const [mine, theirs] = [editor('mine', my), editor('theirs', their)];
      const { body, conflicts } = mergeBodies({ base: start, mine, theirs });
      const found = new Set([...typedIn(body), ...typedIn(conflicts)]);
      expect([...typedIn(mine), ...typedIn(theirs)].filter((text) => !found.has(text))).toEqual([]);
      // Taking their version of every conflict keeps all of theirs.
      const chosen = conflicts.reduce((made, { path, theirs: other }) => withValueAt(made, path, other), body);
      expect([...typedIn(theirs)].filter((text) => !typedIn(chosen).has(text))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('a side that changes nothing changes nothing, and both sides find the same conflicts', () => {
  fc.assert(
    fc.property(edits, edits, (my, their) => {
      const [mine, theirs] = [editor('mine', my), editor('theirs', their)];
      expect(isSame(mergeBodies({ base: start, mine, theirs: start }).body, mine)).toBe(true);
      expect(isSame(mergeBodies({ base: start, mine: start, theirs }).body, theirs)).toBe(true);
      const here = mergeBodies({ base: start, mine, theirs });
      const there = mergeBodies({ base: start, mine: theirs, theirs: mine });
      expect(here.conflicts.map(({ path }) => path)).toEqual(there.conflicts.map(({ path }) => path));
      expect(here.conflicts.length > 0 || isSame(here.body, there.body)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
