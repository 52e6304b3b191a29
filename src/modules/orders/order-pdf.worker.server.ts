import { createRequire } from 'node:module';

import { Document, Font, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer';
import { createElement as h, type ReactNode } from 'react';

import { theme } from '#content/theme.ts';
import { serveThread } from '#platform/thread.server.ts';
import { oneLine } from '#shared/clean-text.ts';
import { unprintable, withSpelling } from '#shared/latin-spelling.ts';

import type { Cells, Closing, OrderPdf, Paper, Sum } from './order-pdf.ts';

const { ink, soft, line } = theme.colors;
const packages = createRequire(import.meta.url);

/** Subsets of the text font, in the order in which they are searched for a character. */
const subsets = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];
const textFonts = subsets.map((subset) => `Noto Sans ${subset}`);
const titleFont = 'Cormorant Garamond';

for (const subset of subsets) {
  const src = packages.resolve(`@fontsource/noto-sans/files/noto-sans-${subset}-400-normal.woff`);
  Font.register({ family: `Noto Sans ${subset}`, src });
}
Font.register({
  family: titleFont,
  src: packages.resolve('@fontsource/cormorant-garamond/files/cormorant-garamond-latin-500-normal.woff'),
});

/** Length from which a word may be wider than its column. */
const longWord = 24;
const graphemes = new Intl.Segmenter('en');

/**
 * Splits long words at any character, and no other word. The empty parts between the characters
 * allow a break without a hyphen.
 */
Font.registerHyphenationCallback((word) =>
  word.length < longWord
    ? [word]
    : Array.from(graphemes.segment(word), ({ segment }) => [segment, ''])
        .flat()
        .slice(0, -1),
);

const styles = StyleSheet.create({
  page: {
    paddingTop: 54,
    paddingBottom: 62,
    paddingHorizontal: 54,
    fontFamily: textFonts,
    fontSize: 10,
    color: ink,
  },
  running: { position: 'absolute', top: 30, left: 54, right: 54, fontSize: 9, color: soft },
  pageNumber: { position: 'absolute', bottom: 34, left: 54, right: 54, textAlign: 'right', fontSize: 9, color: soft },
  row: { flexDirection: 'row' },
  title: { fontFamily: [titleFont, ...textFonts], fontSize: 26 },
  half: { width: 236 },
  right: { textAlign: 'right' },
  soft: { color: soft },
  small: { fontSize: 9, color: soft },
  cells: { flexDirection: 'row', paddingBottom: 8, marginBottom: 10, borderBottomWidth: 0.7, borderBottomColor: line },
  name: { width: 260 },
  quantity: { width: 66, textAlign: 'right' },
  price: { width: 88, textAlign: 'right' },
  amount: { width: 90, textAlign: 'right' },
  box: {
    position: 'absolute',
    left: 336,
    top: 1,
    width: 11,
    height: 11,
    borderWidth: 0.9,
    borderColor: soft,
    borderRadius: 2,
  },
  sum: { flexDirection: 'row', justifyContent: 'flex-end', marginBottom: 4 },
  sumName: { width: 154 },
  sumText: { width: 104, textAlign: 'right' },
  total: { marginTop: 4, marginBottom: 10, fontSize: 14 },
  closing: { marginTop: 24 },
  paragraph: { marginBottom: 4 },
  code: { fontFamily: titleFont, fontSize: 34, marginBottom: 24 },
});

/**
 * Renders a PDF of one or more papers, each from a new page. The same content gives the same bytes.
 * A paper's `gapsNote` is added if the fonts lack a character of it.
 */
async function renderPapers(papers: readonly Paper[]): Promise<Uint8Array> {
  const [first] = papers;
  if (first === undefined) throw new Error('a PDF needs a page');
  const { createdAt } = first.content;
  const properties = { title: titleOf(first.content), language: 'en-US', creationDate: createdAt };
  const pages = papers.map(paperPages);
  const bytes = await renderToBuffer(h(Document, { ...properties, modificationDate: createdAt }, ...pages));
  return new Uint8Array(bytes);
}

const titleOf = ({ title, number }: OrderPdf) => `${title} ${number}`.trim();

/** Node runs this file as it is, so its elements are made by calls instead of JSX. */
function paperPages({ content, gapsNote }: Paper): ReactNode {
  const { pdf, hasGaps } = printableContent(content);
  const closing: readonly Closing[] = hasGaps ? [...pdf.closing, { text: gapsNote, look: 'soft' }] : pdf.closing;
  return h(
    Page,
    { size: 'LETTER', style: styles.page },
    h(Text, {
      fixed: true,
      style: styles.running,
      render: ({ subPageNumber }) => (subPageNumber > 1 ? titleOf(pdf) : ''),
    }),
    head(pdf),
    columns(pdf),
    code(pdf),
    table(pdf),
    ...pdf.sums.map((sum) => sumLine(sum, pdf.accent)),
    h(
      View,
      { wrap: false, style: styles.closing },
      ...closing.map(({ text, look }) =>
        h(Text, { style: [styles.paragraph, look === 'soft' ? styles.soft : {}] }, text),
      ),
    ),
    h(Text, {
      fixed: true,
      style: styles.pageNumber,
      render: ({ subPageNumber, subPageTotalPages }) =>
        subPageTotalPages > 1 ? `Page ${subPageNumber} of ${subPageTotalPages}` : '',
    }),
  );
}

const between = [styles.row, { justifyContent: 'space-between' as const }];

function head({ shopName, accent, title, sender, details }: OrderPdf): ReactNode {
  return h(
    View,
    { style: { marginBottom: 26 } },
    h(
      View,
      { style: [...between, { marginBottom: 6 }] },
      h(Text, { style: [styles.title, { color: accent }] }, shopName),
      h(Text, { style: styles.title }, title),
    ),
    h(View, { style: between }, lines(sender, styles.soft), lines(details, styles.right)),
  );
}

type Look = (typeof styles)[keyof typeof styles];

const lines = (texts: readonly string[], look?: Look): ReactNode =>
  h(View, { style: styles.half }, ...texts.map((text) => h(Text, { style: look ?? {} }, text)));

function columns(pdf: OrderPdf): ReactNode {
  return h(
    View,
    { style: [styles.row, { marginBottom: 26 }] },
    ...pdf.columns.map((column) =>
      h(View, { style: { width: 252 } }, h(Text, { style: styles.small }, column.title), lines(column.lines)),
    ),
  );
}

function code({ code: shown, accent }: OrderPdf): ReactNode {
  if (shown === undefined) return null;
  const text = h(Text, { style: [styles.code, { color: accent }] }, shown.text);
  return h(View, { wrap: false }, h(Text, { style: styles.small }, shown.title), text);
}

/** Rows below their titles, which are repeated at the top of each further page. */
function table({ table: { titles, rows, hasBoxes = false } }: OrderPdf): ReactNode {
  return h(
    View,
    {},
    h(View, { fixed: true, style: [styles.cells, styles.soft] }, ...cellsOf(titles)),
    ...rows.map((cells) =>
      h(
        View,
        { wrap: false, style: styles.cells },
        ...cellsOf(cells),
        hasBoxes ? h(View, { style: styles.box }) : null,
      ),
    ),
  );
}

const cellsOf = ([name, quantity, price, amount]: Cells): ReactNode[] => [
  h(Text, { style: styles.name }, name),
  h(Text, { style: styles.quantity }, quantity),
  h(Text, { style: styles.price }, price),
  h(Text, { style: styles.amount }, amount),
];

function sumLine({ name, text, look }: Sum, accent: string): ReactNode {
  const total = { ...styles.total, color: accent };
  return h(
    View,
    { wrap: false, style: [styles.sum, look === 'total' ? total : look === 'soft' ? styles.soft : {}] },
    h(Text, { style: styles.sumName }, name),
    h(Text, { style: styles.sumText }, text),
  );
}

/** Ranges of characters that the text font draws, from its package: 'U+0100-02BA,U+0304'. */
const ranges: Record<string, string> = packages('@fontsource/noto-sans/unicode.json');
const drawn = subsets
  .flatMap((subset) => (ranges[subset] ?? '').split(','))
  .map((range) =>
    range
      .replace('U+', '')
      .split('-')
      .map((code) => Number.parseInt(code, 16)),
  );

function isDrawn(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return drawn.some(([from = 0, to = from]) => from <= code && code <= to);
}

/** Characters that join or vary the emoji beside them. */
const emojiParts = /\u200d|\u20e3|\p{Variation_Selector}|[\u{e0020}-\u{e007f}]/gu;
const emoji = /[\p{So}\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;

/**
 * Replaces characters that no font here can draw: by their ASCII form, else by '?', or by the
 * spelling beside them. Drops emoji, unless nothing else is left.
 */
function printableContent(content: OrderPdf): { pdf: OrderPdf; hasGaps: boolean } {
  let hasGaps = false;
  const gap = () => {
    hasGaps = true;
    return unprintable;
  };
  const print = (text: string) => {
    const line = oneLine(text).normalize('NFC');
    const characters = Array.from(line.replaceAll(emojiParts, ''), (character) => {
      if (isDrawn(character)) return character;
      const plain = character.normalize('NFKD').replace(/[^\u0020-\u007e]/g, '');
      if (plain !== '') return plain;
      return emoji.test(character) ? '' : gap();
    });
    const printed = characters.join('').replaceAll(/ {2,}/g, ' ').trim();
    return withSpelling(printed === '' && line !== '' ? gap() : printed);
  };
  const printLines = (text: string) => text.split('\n').map(print).join('\n');
  const pdf: OrderPdf = {
    ...content,
    shopName: print(content.shopName),
    title: print(content.title),
    sender: content.sender.map(print),
    details: content.details.map(print),
    columns: content.columns.map(({ title, lines }) => ({ title: print(title), lines: lines.map(print) })),
    table: {
      ...content.table,
      rows: content.table.rows.map(([name, ...figures]): Cells => [print(name), ...figures]),
    },
    sums: content.sums.map((sum) => ({ ...sum, name: print(sum.name) })),
    ...(content.code === undefined ? {} : { code: { ...content.code, title: print(content.code.title) } }),
    closing: content.closing.map((one) => ({ ...one, text: printLines(one.text) })),
  };
  return { pdf, hasGaps };
}

serveThread(renderPapers);
