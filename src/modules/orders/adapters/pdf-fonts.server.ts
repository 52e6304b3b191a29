import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** A font of every PDF reader, or a file. WOFF files only: what is embedded of a WOFF2 file is not drawn by readers. */
export type Font = { source: string; isBuiltIn: boolean };

const helvetica: Font = { source: 'Helvetica', isBuiltIn: true };
const cormorant = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'].map((part) => ({
  source: resolve(`@fontsource/cormorant-garamond/files/cormorant-garamond-${part}-500-normal.woff`),
  isBuiltIn: false,
}));

export type Face = 'text' | 'display';

/** The fonts of a face, in the order in which a sign is looked for. */
export const faces: Record<Face, readonly Font[]> = {
  text: [helvetica, ...cormorant],
  display: [...cormorant, helvetica],
};

/** Whether the built-in font draws a sign: printable Latin-1 and the punctuation of Windows. */
export function isBuiltInSign(sign: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u00ff–—‘’‚“”„•…€™‹›]$/u.test(sign);
}

/** A sign without its marks, or '?' when it has no plain form: for signs that no font here can draw. */
export function plainSign(sign: string): string {
  const plain = sign.normalize('NFKD').replace(/[^\u0020-\u007e]/g, '');
  return plain === '' ? '?' : plain;
}
