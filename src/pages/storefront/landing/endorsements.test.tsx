import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { demoEndorsements } from '#content/demo-endorsements.ts';
import { endorsements as none } from '#content/endorsements.ts';
import type { Claims } from '#modules/content/claims.schema.ts';
import { endorsementsSchema, type Endorsements as Texts } from '#modules/content/endorsements.schema.ts';

import { Endorsements } from './endorsements.tsx';
import { shownEndorsements } from './landing-proof.server.ts';
import type { ShownEndorsements } from './landing-proof.ts';

const logo = { src: '', width: 1, height: 1 };
const own: Texts = endorsementsSchema.parse({
  title: 'Others about it',
  press: [{ name: 'The Gazette', logo, quote: 'A minute well spent.', to: 'https://gazette.example/wand' }],
  experts: [{ name: 'Kim Lee', title: 'Esthetician', sentence: 'I use it at home.' }],
  certificates: [{ name: 'CE', to: 'https://files.example/ce.pdf' }],
  tests: [{ figure: '8 of 10', text: 'kept it', people: 10, method: 'At home', date: '2026-10-01' }],
});

const ledgerOf = (...all: string[]): Claims => ({
  items: all.map((says, index) => ({
    id: `claim-${index}`,
    says,
    figures: [],
    phrases: [],
    proof: { kind: 'publication', text: 'Its page', to: 'https://proof.example' },
  })),
});

const proven = ledgerOf(
  'The Gazette wrote: “A minute well spent”.',
  'Kim Lee says: I use it at home.',
  'It has the CE mark.',
  '8 of 10 kept it.',
);

const counts = ({ press, experts, certificates, tests }: Texts) =>
  [press, experts, certificates, tests].map(({ length }) => length);

function markup(shown: ShownEndorsements): string {
  const router = createMemoryRouter([{ path: '/', element: <Endorsements {...shown} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test('without entries a live shop shows nothing, and a demo shows samples that are marked at each entry', () => {
  expect(shownEndorsements('live', { endorsements: none, claims: proven })).toBeNull();
  const shown = shownEndorsements('demo', { endorsements: none, claims: ledgerOf() });
  expect(shown).toEqual({ title: none.title, ...demoEndorsements, isSample: true });
  const html = shown === null ? '' : markup(shown);
  const entries = Object.values(demoEndorsements).flat();
  expect(html.match(/>Sample</g)).toHaveLength(entries.length);
});

test('a demo shows its own entries instead of the samples, without a mark', () => {
  const shown = shownEndorsements('demo', { endorsements: own, claims: ledgerOf() });
  expect(shown).toEqual({ ...own, isSample: false });
  expect(shown === null ? '' : markup(shown)).not.toContain('Sample');
});

test('a live shop shows nothing without proof, and the entries whose words one claim holds', () => {
  const shown = (claims: Claims) => shownEndorsements('live', { endorsements: own, claims });
  expect(shown(ledgerOf())).toBeNull();
  expect(shown(proven)).toEqual({ ...own, isSample: false });
  const certified = shown(ledgerOf('It has the CE mark.'));
  expect(certified === null ? null : counts(certified)).toEqual([0, 0, 1, 0]);
});

test('proof needs every word of an entry in one claim: neither parts of words nor two claims are enough', () => {
  const shown = (...says: string[]) => shownEndorsements('live', { endorsements: own, claims: ledgerOf(...says) });
  expect(shown('The device is white.')).toBeNull();
  expect(shown('The Gazette wrote about it.', 'A minute well spent.')).toBeNull();
  expect(shown('The Gazette wrote: “A minute spent”.')).toBeNull();
  expect(shown('18 of 10 kept it.')).toBeNull();
});

test('an entry names its source, and a user test its people, method and date', () => {
  const html = markup({ ...own, isSample: false });
  expect(html).toContain('href="https://gazette.example/wand"');
  expect(html).toContain('href="https://files.example/ce.pdf"');
  expect(html).toContain('10 people. At home. October 1, 2026.');
});

test('a logo is shown instead of the name, which describes it', () => {
  const press = own.press.map((one) => ({
    ...one,
    logo: { src: '/content-pictures/a-400.png', width: 400, height: 100 },
  }));
  expect(markup({ ...own, press, isSample: false })).toContain(
    'src="/content-pictures/a-400.png" alt="The Gazette" width="128"',
  );
});
