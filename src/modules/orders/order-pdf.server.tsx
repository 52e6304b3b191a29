import { createRequire } from 'node:module';

import { Document, Font, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer';

import { theme } from '#content/theme.ts';
import { oneLine } from '#shared/clean-text.ts';

/** Content of a PDF about an order: head, two columns, table, sums and closing lines. */
export type OrderPdf = {
  shopName: string;
  /** Color of the shop's name, the total and the code. */
  accent: string;
  /** Title in the head; `number` completes it in the file's properties and on further pages. */
  title: string;
  number: string;
  createdAt: Date;
  sender: readonly string[];
  details: readonly string[];
  columns: readonly { title: string; lines: readonly string[] }[];
  code?: { title: string; text: string };
  table: { titles: Cells; rows: readonly Cells[]; hasBoxes?: boolean };
  sums: readonly Sum[];
  closing: readonly Closing[];
};

/** One document on its own pages. `gapsNote` explains a '?' printed above it. */
export type Paper = { content: OrderPdf; gapsNote: string };

export type Cells = readonly [name: string, quantity: string, price: string, amount: string];
export type Sum = { name: string; text: string; look?: 'total' | 'soft' };
type Closing = { text: string; look?: 'soft' };

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
export async function renderOrderPdf(papers: readonly Paper[]): Promise<Uint8Array> {
  const [first] = papers;
  if (first === undefined) throw new Error('a PDF needs a page');
  const { createdAt } = first.content;
  const bytes = await renderToBuffer(
    <Document title={titleOf(first.content)} language="en-US" creationDate={createdAt} modificationDate={createdAt}>
      {papers.map((paper, index) => (
        <PaperPages key={index} {...paper} />
      ))}
    </Document>,
  );
  return new Uint8Array(bytes);
}

const titleOf = ({ title, number }: OrderPdf) => `${title} ${number}`.trim();

function PaperPages({ content, gapsNote }: Paper) {
  const { pdf, hasGaps } = printableContent(content);
  const closing: readonly Closing[] = hasGaps ? [...pdf.closing, { text: gapsNote, look: 'soft' }] : pdf.closing;
  return (
    <Page size="LETTER" style={styles.page}>
      <Text fixed style={styles.running} render={({ subPageNumber }) => (subPageNumber > 1 ? titleOf(pdf) : '')} />
      <Head pdf={pdf} />
      <Columns columns={pdf.columns} />
      {pdf.code === undefined ? null : (
        <View wrap={false}>
          <Text style={styles.small}>{pdf.code.title}</Text>
          <Text style={[styles.code, { color: pdf.accent }]}>{pdf.code.text}</Text>
        </View>
      )}
      <Table table={pdf.table} />
      {pdf.sums.map((sum, index) => (
        <SumLine key={index} sum={sum} accent={pdf.accent} />
      ))}
      <View wrap={false} style={styles.closing}>
        {closing.map(({ text, look }, index) => (
          <Text key={index} style={[styles.paragraph, look === 'soft' ? styles.soft : {}]}>
            {text}
          </Text>
        ))}
      </View>
      <Text
        fixed
        style={styles.pageNumber}
        render={({ subPageNumber, subPageTotalPages }) =>
          subPageTotalPages > 1 ? `Page ${subPageNumber} of ${subPageTotalPages}` : ''
        }
      />
    </Page>
  );
}

function Head({ pdf: { shopName, accent, title, sender, details } }: { pdf: OrderPdf }) {
  return (
    <View style={{ marginBottom: 26 }}>
      <View style={[styles.row, { justifyContent: 'space-between', marginBottom: 6 }]}>
        <Text style={[styles.title, { color: accent }]}>{shopName}</Text>
        <Text style={styles.title}>{title}</Text>
      </View>
      <View style={[styles.row, { justifyContent: 'space-between' }]}>
        <Lines lines={sender} look={styles.soft} />
        <Lines lines={details} look={styles.right} />
      </View>
    </View>
  );
}

type Look = (typeof styles)[keyof typeof styles];

function Lines({ lines, look }: { lines: readonly string[]; look?: Look }) {
  return (
    <View style={styles.half}>
      {lines.map((text, index) => (
        <Text key={index} style={look ?? {}}>
          {text}
        </Text>
      ))}
    </View>
  );
}

function Columns({ columns }: Pick<OrderPdf, 'columns'>) {
  return (
    <View style={[styles.row, { marginBottom: 26 }]}>
      {columns.map(({ title, lines }) => (
        <View key={title} style={{ width: 252 }}>
          <Text style={styles.small}>{title}</Text>
          <Lines lines={lines} />
        </View>
      ))}
    </View>
  );
}

/** Rows below their titles, which are repeated at the top of each further page. */
function Table({ table: { titles, rows, hasBoxes = false } }: Pick<OrderPdf, 'table'>) {
  return (
    <View>
      <View fixed style={[styles.cells, styles.soft]}>
        <Row cells={titles} />
      </View>
      {rows.map((cells, index) => (
        <View key={index} wrap={false} style={styles.cells}>
          <Row cells={cells} />
          {hasBoxes ? <View style={styles.box} /> : null}
        </View>
      ))}
    </View>
  );
}

function Row({ cells: [name, quantity, price, amount] }: { cells: Cells }) {
  return (
    <>
      <Text style={styles.name}>{name}</Text>
      <Text style={styles.quantity}>{quantity}</Text>
      <Text style={styles.price}>{price}</Text>
      <Text style={styles.amount}>{amount}</Text>
    </>
  );
}

function SumLine({ sum: { name, text, look }, accent }: { sum: Sum; accent: string }) {
  const total = { ...styles.total, color: accent };
  return (
    <View wrap={false} style={[styles.sum, look === 'total' ? total : look === 'soft' ? styles.soft : {}]}>
      <Text style={styles.sumName}>{name}</Text>
      <Text style={styles.sumText}>{text}</Text>
    </View>
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
 * Replaces characters that no font here can draw: by their ASCII form, else by '?'. Drops emoji,
 * unless nothing else is left.
 */
function printableContent(content: OrderPdf): { pdf: OrderPdf; hasGaps: boolean } {
  let hasGaps = false;
  const gap = () => {
    hasGaps = true;
    return '?';
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
    return printed === '' && line !== '' ? gap() : printed;
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
