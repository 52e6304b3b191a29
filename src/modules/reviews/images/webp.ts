import { fourLetters, joined, u16Little, u24Little, u32Little } from './bytes.ts';
import type { CleanImage } from './clean-image.ts';

type Part = { name: string; bytes: Uint8Array };
type Size = { width: number; height: number };

const hasAlpha = 0x10;

function partsOf(bytes: Uint8Array): Part[] | null {
  const parts: Part[] = [];
  const end = Math.min(bytes.length, 8 + u32Little(bytes, 4));
  for (let at = 12; at + 8 <= end;) {
    const size = u32Little(bytes, at + 4);
    const next = at + 8 + size + (size % 2);
    if (at + 8 + size > end) return null;
    parts.push({ name: fourLetters(bytes, at), bytes: bytes.subarray(at, Math.min(next, end)) });
    at = next;
  }
  return parts;
}

function sizeOf({ name, bytes }: Part): Size | null {
  if (name === 'VP8 ') {
    const isKeyFrame = bytes[11] === 0x9d && bytes[12] === 0x01 && bytes[13] === 0x2a;
    if (!isKeyFrame) return null;
    return { width: u16Little(bytes, 14) & 0x3fff, height: u16Little(bytes, 16) & 0x3fff };
  }
  if (bytes[8] !== 0x2f) return null;
  const packed = u32Little(bytes, 9);
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}

/** The header of a picture with alpha, saying that nothing but alpha comes with it. */
function plainHeader(header: Part): Uint8Array {
  const plain = header.bytes.slice();
  plain.fill(0, 8, 12);
  plain[8] = hasAlpha;
  return plain;
}

function container(parts: readonly Uint8Array[]): Uint8Array {
  const even = parts.flatMap((part) => (part.length % 2 === 0 ? [part] : [part, new Uint8Array(1)]));
  const body = joined([new TextEncoder().encode('WEBP'), ...even]);
  const head = new Uint8Array(8);
  head.set(new TextEncoder().encode('RIFF'));
  new DataView(head.buffer).setUint32(4, body.length, true);
  return joined([head, body]);
}

/** A still WebP of its pixels and alpha alone; null for an animation and for what is cut off or contradicts itself. */
export function cleanWebp(bytes: Uint8Array): CleanImage | null {
  if (fourLetters(bytes, 8) !== 'WEBP') return null;
  const parts = partsOf(bytes);
  const pixels = parts?.find(({ name }) => name === 'VP8 ' || name === 'VP8L');
  if (parts === null || pixels === undefined || parts.some(({ name }) => name === 'ANIM')) return null;
  const size = sizeOf(pixels);
  if (size === null) return null;
  const header = parts.find(({ name }) => name === 'VP8X');
  const alpha = parts.find(({ name }) => name === 'ALPH');
  if (header === undefined || alpha === undefined || pixels.name === 'VP8L') {
    return { kind: 'image/webp', ...size, bytes: container([pixels.bytes]) };
  }
  const isSame = u24Little(header.bytes, 12) + 1 === size.width && u24Little(header.bytes, 15) + 1 === size.height;
  if (header.bytes.length !== 18 || !isSame) return null;
  return { kind: 'image/webp', ...size, bytes: container([plainHeader(header), alpha.bytes, pixels.bytes]) };
}
