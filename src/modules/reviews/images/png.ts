import { fourLetters, joined, u32 } from './bytes.ts';
import type { CleanImage } from './clean-image.ts';

const needed = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND']);

/** A PNG of its header, colours and pixels alone; null when a part is cut off or out of order. */
export function cleanPng(bytes: Uint8Array): CleanImage | null {
  const kept = [bytes.subarray(0, 8)];
  const names: string[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + u32(bytes, at);
    const name = fourLetters(bytes, at + 4);
    if (end > bytes.length) return null;
    if (needed.has(name)) {
      kept.push(bytes.subarray(at, end));
      names.push(name);
    }
    if (name === 'IEND') break;
    at = end;
  }
  const isWhole = names[0] === 'IHDR' && names.includes('IDAT') && names.at(-1) === 'IEND';
  if (!isWhole || u32(bytes, 8) !== 13) return null;
  return { kind: 'image/png', width: u32(bytes, 16), height: u32(bytes, 20), bytes: joined(kept) };
}
