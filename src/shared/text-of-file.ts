import { ok, refuse, type Result } from './result.ts';

export type TextFileRefusal = 'too_large' | 'workbook' | 'not_text';

/** Returns the encoding that a byte order mark names, or that the zeros of Latin letters show. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

/**
 * Returns the text of a file that a person saved: in UTF-8 or UTF-16, without its byte order mark,
 * with each line end as a line feed. Reads no more than `maxBytes`.
 */
export function textOfFile(bytes: Uint8Array, maxBytes: number): Result<string, TextFileRefusal> {
  if (bytes.length > maxBytes) return refuse('too_large');
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return refuse('workbook');
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll(/\r\n?/g, '\n');
  return text.includes('\0') ? refuse('not_text') : ok(text);
}
