import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/**
 * A built-in PDF font, or the path of a WOFF file. WOFF2 is not used, because PDF readers do not
 * draw the glyphs embedded from it.
 */
export type Font = { source: string; isBuiltIn: boolean };

const helvetica: Font = { source: 'Helvetica', isBuiltIn: true };
const cormorant = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'].map((part) => ({
  source: resolve(`@fontsource/cormorant-garamond/files/cormorant-garamond-${part}-500-normal.woff`),
  isBuiltIn: false,
}));

export type Face = 'text' | 'display';

/** Fonts of each face, in the order in which they are searched for a sign. */
export const faces: Record<Face, readonly Font[]> = {
  text: [helvetica, ...cormorant],
  display: [...cormorant, helvetica],
};

/** True when the built-in font draws a sign: printable Latin-1 and the punctuation of Windows. */
export function isBuiltInSign(sign: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ff–—‘’‚“”„•…€™‹›]$/u.test(sign);
}

/**
 * Returns a sign without its diacritics, or '?' if it has no ASCII form. Used for signs that no
 * font here can draw.
 */
export function plainSign(sign: string): string {
  const plain = sign.normalize('NFKD').replace(/[^\u0020-\u007e]/g, '');
  return plain === '' ? '?' : plain;
}
