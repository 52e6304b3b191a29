import fc from 'fast-check';
import { expect, test } from 'vitest';

import { blog } from '#content/blog.ts';
import { landing } from '#content/landing.ts';
import { theme } from '#content/theme.ts';

import { documentKeys, documents, type DocumentKey, type Documents } from './documents.server.ts';
import { markedDraft } from './marked-draft.server.ts';
import { withValueAt } from './merge-bodies.ts';

const initial = <K extends DocumentKey>(key: K): Documents[K] => documents[key].schema.parse(documents[key].initial);

const previewed = (path: string, value: unknown) =>
  markedDraft('landing', withValueAt(landing, path, value), initial('landing'));

test.each([
  ['an empty title', 'hero.title', '', '[Title is missing]'],
  ['a title of spaces', 'hero.title', '   ', '[Title is missing]'],
  ['HTML', 'hero.title', '<script>alert(1)</script>', '[Title needs fixing]'],
  ['a text that is too long', 'hero.title', 'x'.repeat(81), '[Title needs fixing]'],
  ['an unknown fact', 'hero.text', 'Free for {years} years', '[Text needs fixing]'],
])('the preview of a draft with %s marks it', (_what, path, value, mark) => {
  const shown = previewed(path, value);
  expect(shown).toEqual({ ...landing, hero: { ...landing.hero, [path.split('.')[1] ?? '']: mark } });
});

test('the preview of a draft with a missing picture has a gray one with its text', () => {
  const { alt } = landing.hero.wide;
  const { wide } = previewed('hero.wide', { src: '', width: 1, height: 1, alt }).hero;
  expect(wide).toEqual({ src: '/media/missing', width: 480, height: 360, widths: [480], alt });
});

test('the preview of a new picture without a text shows the picture, and marks the text', () => {
  const picture = { src: '/content-pictures/new', width: 900, height: 600, widths: [480] };
  expect(previewed('hero.wide', { ...picture, alt: '' }).hero.wide).toEqual({
    ...picture,
    alt: '[Alt text is missing]',
  });
});

test('the preview takes an invalid color from the published theme, and shows the rest of the draft', () => {
  const draft = { ...theme, colors: { ...theme.colors, berry: 'red', cream: '#ffffff' } };
  const { colors } = markedDraft('theme', draft, initial('theme'));
  expect([colors.berry, colors.cream]).toEqual([theme.colors.berry, '#ffffff']);
});

test('the preview of a part that cannot be shown has that part as published, and the rest as drafted', () => {
  const draft = { ...landing, hero: { ...landing.hero, title: 'New' }, sections: landing.sections.slice(1) };
  expect(markedDraft('landing', draft, initial('landing'))).toEqual({
    ...landing,
    hero: { ...landing.hero, title: 'New' },
  });
});

test('the preview leaves out new posts without an address, and shows the other posts as drafted', () => {
  const [first, ...rest] = blog.posts;
  const empty = { ...first, title: '', slug: '', date: '' };
  const draft = { ...blog, posts: [empty, { ...first, title: 'Drafted' }, ...rest, empty] };
  const { posts } = markedDraft('blog', draft, initial('blog'));
  expect(posts.map(({ title }) => title)).toEqual(['Drafted', ...rest.map(({ title }) => title)]);
});

function leafPaths(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => leafPaths(inner, path === '' ? name : `${path}.${name}`));
}

const places = documentKeys.flatMap((key) => leafPaths(documents[key].initial).map((path) => ({ key, path })));
const wrong = fc.constantFrom<unknown>('', ' ', 'x'.repeat(70_000), '<b>bold</b>', 'Say {nothing}', null, -1);

test('the preview of any document with one wrong value has a valid body, and the other parts of the draft', () => {
  fc.assert(
    fc.property(fc.constantFrom(...places), wrong, ({ key, path }, value) => {
      const draft = withValueAt(documents[key].initial as Record<string, unknown>, path, value);
      const shown = markedDraft(key, draft, initial(key)) as unknown as Record<string, unknown>;
      expect(documents[key].schema.safeParse(shown).success).toBe(true);
      const [part = ''] = path.split('.');
      const others = (body: unknown) => ({ ...(body as Record<string, unknown>), [part]: null });
      expect(others(shown)).toEqual(others(initial(key)));
    }),
    { numRuns: 300 },
  );
});
