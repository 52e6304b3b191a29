import { oneLine } from '#shared/clean-text.ts';

import { faces, isBuiltInSign, plainSign, type Face, type Font } from './pdf-fonts.server.ts';

type Style = { size?: number; face?: Face; colour?: string; align?: 'left' | 'right'; width?: number };
type Run = { font: string; text: string };

/** Layout of a US Letter page, in points. Text below `bottom` continues on the next page. */
export const page = { left: 54, right: 558, top: 54, bottom: 730, foot: 746, width: 504 };

/** Line height, as a multiple of the font size. */
const leading = 1.45;

const segmenter = new Intl.Segmenter('en');

type Glyphs = { hasGlyphForCodePoint(code: number): boolean };

/**
 * Returns the glyphs of the current font. The cast is needed because pdfkit hides the opened font.
 */
const glyphsOf = (doc: PDFKit.PDFDocument) => (doc as unknown as { _font: { font: Glyphs } })._font.font;

function typesetter(doc: PDFKit.PDFDocument) {
  const opened = new Map<string, Glyphs>();
  let hasGaps = false;
  const has = ({ source, isBuiltIn }: Font, sign: string) => {
    if (isBuiltIn) return isBuiltInSign(sign);
    const known = opened.get(source) ?? glyphsOf(doc.font(source));
    opened.set(source, known);
    return known.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0);
  };
  const runsOf = (text: string, face: Face): Run[] => {
    const signs = Array.from(text.normalize('NFC'));
    const isPlain = face === 'text' && signs.every(isBuiltInSign);
    // One foreign sign moves the whole text to the display fonts, so that a name is set in one
    // font.
    const fonts = faces[isPlain ? 'text' : 'display'];
    const runs: Run[] = [];
    for (const sign of signs) {
      const font = fonts.find((one) => has(one, sign));
      const run = { font: font?.source ?? 'Helvetica', text: font === undefined ? plainSign(sign) : sign };
      hasGaps ||= font === undefined && run.text === '?';
      const last = runs.at(-1);
      if (last?.font === run.font) last.text += run.text;
      else runs.push(run);
    }
    return runs;
  };
  return {
    /** Splits a text into runs of one font each. */
    runsOf,
    hasGaps: () => hasGaps,
  };
}

type Title = { title: string; createdAt: Date; colour: string };

/**
 * Starts a document that is written from top to bottom; `y` is the top of the next line. Further
 * pages start with its title, in `colour`. Pages are numbered if there are several.
 */
export async function newSheet({ title, createdAt, colour }: Title) {
  // Loaded with the first document, because most of the shop's work needs none.
  const { default: PDFDocument } = await import('pdfkit');
  const info = { Title: title, CreationDate: createdAt, ModDate: createdAt };
  const doc = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    info,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
  });
  const chunks: Uint8Array[] = [];
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const done = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject));
  const { runsOf, hasGaps } = typesetter(doc);
  let y = page.top;

  const measure = (run: Run, size: number) => doc.font(run.font, size).widthOfString(run.text);
  const widthOf = (text: string, face: Face, size: number) =>
    runsOf(text, face).reduce((sum, run) => sum + measure(run, size), 0);
  const draw = (text: string, x: number, { size = 10, face = 'text', colour = '#000000' }: Style) => {
    let at = x;
    for (const run of runsOf(text, face)) {
      // `measure` also selects the font for the drawing.
      const width = measure(run, size);
      doc.fillColor(colour).text(run.text, at, y + size, { lineBreak: false, baseline: 'alphabetic' });
      at += width;
    }
  };
  const wrap = (text: string, { face, size, width }: Required<Pick<Style, 'face' | 'size' | 'width'>>): string[] => {
    const lines = [''];
    const fits = (line: string) => line === '' || widthOf(line, face, size) <= width;
    const add = (piece: string, gap: string) => {
      const line = lines.at(-1) ?? '';
      const longer = line === '' ? piece : `${line}${gap}${piece}`;
      if (line === '' || fits(longer)) lines[lines.length - 1] = longer;
      else lines.push(piece);
    };
    for (const word of oneLine(text).split(/\s+/)) {
      if (fits(word)) add(word, ' ');
      else {
        // Breaks a word that is wider than its column at the column's edge.
        if (lines.at(-1) !== '') lines.push('');
        for (const { segment } of segmenter.segment(word)) add(segment, '');
      }
    }
    return lines;
  };

  const number = () => {
    const { count } = doc.bufferedPageRange();
    for (let index = 0; count > 1 && index < count; index += 1) {
      doc.switchToPage(index);
      y = page.foot;
      const text = `Page ${index + 1} of ${count}`;
      draw(text, page.right - widthOf(text, 'text', 9), { size: 9, colour });
    }
  };

  return {
    /**
     * Writes a text at `x`, wrapped to `width`, without moving down. Returns its height in points.
     */
    write(text: string, x: number, style: Style = {}): number {
      const { size = 10, face = 'text', align = 'left', width = page.right - x } = style;
      const start = y;
      for (const line of wrap(text, { face, size, width })) {
        draw(line, align === 'right' ? x + width - widthOf(line, face, size) : x, style);
        y += size * leading;
      }
      const height = y - start;
      y = start;
      return height;
    },
    /** Returns the height, in points, of a text of the default size wrapped to `width`. */
    heightOf: (text: string, width: number) => wrap(text, { face: 'text', size: 10, width }).length * 10 * leading,
    down(points: number): void {
      y += points;
    },
    /** Starts a new page if fewer points are left on this one. Returns true if it did. */
    need(points: number): boolean {
      if (y + points <= page.bottom) return false;
      doc.addPage();
      y = page.top;
      draw(title, page.left, { size: 9, colour });
      y += 30;
      return true;
    },
    rule(colour: string): void {
      doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(0.7).strokeColor(colour).stroke();
    },
    box(x: number, size: number, colour: string): void {
      doc.roundedRect(x, y, size, size, 2).lineWidth(0.9).strokeColor(colour).stroke();
    },
    /** True when a '?' replaced a sign that no font here can draw. */
    hasGaps,
    async finish(): Promise<Uint8Array> {
      number();
      doc.end();
      await done;
      return new Uint8Array(Buffer.concat(chunks));
    },
  };
}

export type Sheet = Awaited<ReturnType<typeof newSheet>>;
