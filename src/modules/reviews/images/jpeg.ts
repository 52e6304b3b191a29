import { joined, u16, u16Little, u32, u32Little } from './bytes.ts';
import type { CleanImage } from './clean-image.ts';

const soi = 0xd8;
const eoi = 0xd9;
const sos = 0xda;
const app1 = 0xe1;
/** Tables, frames, restart intervals, and Adobe's note on how colours are coded: all that showing a picture takes. */
const needed = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xda, 0xdb, 0xdd, 0xee]);
const frames = new Set([0xc0, 0xc1, 0xc2]);

/** The place behind pixel data: the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number | null {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0x00 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return null;
}

/** Which way up a camera held the picture, 1 to 8; 1 when it does not say. */
function orientationOf(segment: Uint8Array): number {
  const exif = String.fromCharCode(...segment.subarray(4, 8));
  if (exif !== 'Exif') return 1;
  const tiff = segment.subarray(10);
  const isLittle = tiff[0] === 0x49;
  const read16 = isLittle ? u16Little : u16;
  const start = (isLittle ? u32Little : u32)(tiff, 4);
  const entries = Math.min(read16(tiff, start), 64);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = start + 2 + entry * 12;
    if (read16(tiff, at) !== 0x0112) continue;
    const value = read16(tiff, at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Camera data made anew that says one thing: which way is up. */
function uprightNote(orientation: number): Uint8Array {
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0];
  const tiff = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return new Uint8Array([0xff, app1, 0, 2 + exif.length + tiff.length, ...exif, ...tiff]);
}

type Walked = { kept: Uint8Array[]; frame: Uint8Array | null; orientation: number; scans: number; isWhole: boolean };

/** Everything up to the end of the picture, segment by segment; what is not needed falls away. */
function walk(bytes: Uint8Array): Walked {
  const walked: Walked = { kept: [], frame: null, orientation: 1, scans: 0, isWhole: false };
  for (let at = 2; at + 1 < bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === soi) return walked;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === eoi) return { ...walked, isWhole: true };
    const header = at + 2 + u16(bytes, at + 2);
    const end = marker === sos ? endOfScan(bytes, header) : header;
    if (end === null || end > bytes.length || header < at + 4) return walked;
    const segment = bytes.subarray(at, end);
    if (needed.has(marker)) walked.kept.push(segment);
    if (frames.has(marker)) walked.frame ??= segment;
    if (marker === sos) walked.scans += 1;
    if (marker === app1 && walked.orientation === 1) walked.orientation = orientationOf(segment);
    at = end;
  }
  return walked;
}

/** A JPEG of its tables and pixels alone, the right way up; null when it is cut off, broken or of a rare kind. */
export function cleanJpeg(bytes: Uint8Array): CleanImage | null {
  const { kept, frame, orientation, scans, isWhole } = walk(bytes);
  if (frame === null || scans === 0 || !isWhole) return null;
  const note = orientation === 1 ? [] : [uprightNote(orientation)];
  const whole = [new Uint8Array([0xff, soi]), ...note, ...kept, new Uint8Array([0xff, eoi])];
  const [height, width] = [u16(frame, 5), u16(frame, 7)];
  const isTurned = orientation >= 5;
  return {
    kind: 'image/jpeg',
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    bytes: joined(whole),
  };
}
