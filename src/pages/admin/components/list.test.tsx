import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';

import { List } from './list.tsx';

const tabs = {
  label: 'Queues',
  name: 'show',
  options: [
    { value: '', label: 'All' },
    { value: 'held', label: 'On hold', count: 1200 },
    { value: '', label: 'Returns', to: '/admin/returns' },
  ],
};

type Loaded = { rows: { id: number }[]; results: number | null };

function shown(address: string, { rows, results }: Loaded = { rows: [], results: null }): string {
  const list = { rows, pages: { previous: null, next: null }, sort: '', results };
  const empty = { title: 'None fits', first: '', firstTitle: 'None yet' };
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <List list={list} tabs={tabs} search={{ label: 'Search' }} choices={[]} sorts={[]} empty={empty}>
          <p />
        </List>
      ),
    },
  ]);
  return renderToStaticMarkup(<Stub initialEntries={[address]} />);
}

const current = (html: string) =>
  [...html.matchAll(/<a aria-current="page"[^>]*><span>([^<]*)/g)].map(([, tab]) => tab);
const linked = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, to]) => to);

test('tabs keep the filters and drop the page, and the search keeps the tab', () => {
  const all = shown('/?q=mia&page=3');
  expect(current(all)).toEqual(['All']);
  expect(linked(all)).toEqual(['/?q=mia', '/?q=mia&amp;show=held', '/admin/returns']);
  expect(all).not.toContain('type="hidden"');

  const held = shown('/?q=mia&show=held&after=7');
  expect(current(held)).toEqual(['On hold']);
  expect(held).toContain('<span class="rounded-full bg-blush px-2 text-sm text-ink tabular-nums">1,200</span>');
  expect(held).toContain('<input type="hidden" name="show" value="held"/>');
  expect(linked(held).slice(0, 2)).toEqual(['/?q=mia', '/?q=mia&amp;show=held']);
});

test('an empty tab is not called an empty list', () => {
  expect(shown('/')).toContain('None yet');
  expect(shown('/?show=held')).toContain('None fits');
});

test('a search or filter says how many results it has, and a whole list does not', () => {
  const loaded = { rows: [{ id: 1 }], results: 12 };
  expect(shown('/?q=mia', loaded)).toContain('>12 results</p>');
  expect(shown('/?show=held', loaded)).toContain('>12 results</p>');
  expect(shown('/?q=mia', { ...loaded, results: 1_001 })).toContain('>1,000+ results</p>');
  expect(shown('/', loaded)).not.toContain('results');
  expect(shown('/?q=mia', { rows: [], results: 0 })).not.toContain('0 results');
});
