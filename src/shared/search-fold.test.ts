import { expect, test } from 'vitest';

import { folded } from './search-fold.ts';

test.each([
  ['apostrophes', "O'Brien O’Brien O‘Brien OʼBrien OʻBrien O`Brien O´Brien O′Brien Ｏ＇Brien O＇BRIEN OBrien"],
  [
    'hyphens',
    'Anne-Marie Anne‐Marie Anne‑Marie Anne‒Marie Anne–Marie Anne—Marie Anne−Marie Anne－Marie Anne\u00adMarie',
  ],
  ['sharp s', 'Groß Gross GROẞ GROSS gross'],
  ['ligatures', 'Æœﬁﬀ aeoefiff ǼŒFIFF AEOEFIFF'],
  ['accents', 'Zoë Zoe\u0308 ZOË zoe'],
  ['strokes', 'Łøđħı ŁØĐĦI lodhi'],
  ['dotted capital i', 'İzmir izmir IZMIR ızmır'],
  ['width', 'Ａｎｎａ anna ANNA'],
  ['half-width kana', 'ガ ｶﾞ カ\u3099'],
  ['Cyrillic capitals', 'МАРИЯ мария Мария'],
  ['Greek capitals and final sigma', 'ΣΟΦΟΣ σοφός σοφοσ'],
  ['Arabic vowel points and tatweel', 'مُحَمَّد محمد محـمد'],
  ['digits', '٢٠٢٦ ۲۰۲۶ २०२६ ２０２６ 2026'],
])('%s that people call the same sign are folded alike', (_, spellings) => {
  expect([...new Set(spellings.split(' ').map(folded))]).toHaveLength(1);
});

test.each([' ', '\u00a0', '\u2009', '\u3000', '\t', '\r\n', ' \u200b ', '\u2003\u2003'])(
  'blanks like %j are one space, and none at the ends',
  (blank) => expect(folded(`${blank}Mia${blank}Rose${blank}`)).toBe('mia rose'),
);

test.each([
  ['е', 'e'],
  ['が', 'か'],
  ['n', 'm'],
  ['ö', 'oe'],
])('%s is not folded to %s', (one, other) => expect(folded(one)).not.toBe(folded(other)));
