import { once } from 'node:events';

import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy';

import { HttpError } from './http-error.server.ts';

/** Largest body without a file, in bytes; also the limit of all texts of a form with files. */
export const maxTextBytes = 100 * 1024;
const maxFields = 500;
/** More than any form accepts, so that its page can state its own limit. */
const maxFiles = 10;

export const multipartType = /^multipart\/form-data\b/i;

const tooLarge = (message: string) => new HttpError(413, 'too_large', message);
const tooManyFields = () => tooLarge(`A form may have at most ${maxFields} fields.`);
const tooMuchText = () => tooLarge('The texts of this form are too long.');
const incomplete = () => new HttpError(400, 'bad_request', 'The form is not complete.');

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Reads a body to its end. Throws if it has more than `max` bytes. */
async function bytesOf(body: Bytes, max: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > max) throw tooMuchText();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Counts the fields in the bytes, because a parser builds all of them before they can be counted.
 */
async function urlencodedForm(body: Bytes): Promise<FormData> {
  const bytes = await bytesOf(body, maxTextBytes);
  let fields = 1;
  for (const byte of bytes) if (byte === 0x26) fields += 1;
  if (fields > maxFields) throw tooManyFields();
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(bytes.toString())) form.append(name, value);
  return form;
}

/** Creates the parser. It throws for a boundary or character set that it cannot use. */
function newParser(type: string, limits: NonNullable<BusboyConfig['limits']>): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch {
    throw incomplete();
  }
}

/** Parses while the body arrives, and stops reading it at the first limit that it breaks. */
async function multipartForm(body: Bytes, type: string, files: number): Promise<FormData> {
  /** Entries in the order of the body, although a file may end later than the field after it. */
  const entries: (readonly [string, () => string | File])[] = [];
  let textBytes = 0;
  let bytes = 0;
  let hasFile = false;
  let failure: HttpError | null = null;
  const fail = (error: HttpError) => (failure ??= error);
  const limits = { fields: maxFields, parts: maxFields + files, files, fieldSize: maxTextBytes };
  const parser = newParser(type, { ...limits, headerPairs: 20, headerSize: 8 * 1024 });
  parser.on('field', (name: string | undefined, value, _nameTruncated, isTruncated) => {
    textBytes += value.length + (name?.length ?? 0);
    if (isTruncated || textBytes > maxTextBytes) fail(tooMuchText());
    else if (name !== undefined) entries.push([name, () => value]);
  });
  parser.on('file', (name: string | undefined, stream, filename: string | undefined, _encoding, kind) => {
    hasFile = true;
    const chunks: Buffer<ArrayBuffer>[] = [];
    stream.on('data', (chunk: Buffer<ArrayBuffer>) => chunks.push(chunk));
    stream.on('error', () => fail(incomplete()));
    entries.push([name ?? '', () => new File(chunks, filename ?? '', { type: kind })]);
  });
  parser.on('fieldsLimit', () => fail(tooManyFields()));
  parser.on('partsLimit', () => fail(tooManyFields()));
  parser.on('filesLimit', () => fail(tooLarge('This form brings too many files.')));
  parser.on('error', () => fail(incomplete()));
  const finished = once(parser, 'finish');
  // Failures are stored in `failure`. Without a listener, the unhandled rejection would end the
  // process.
  finished.catch(() => undefined);
  for await (const chunk of body) {
    if (!parser.write(chunk) && failure === null) await once(parser, 'drain').catch(() => undefined);
    bytes += chunk.length;
    // Texts and part headers need no more. Bytes before the first part would be read for nothing.
    if (!hasFile && bytes > 2 * maxTextBytes) fail(tooMuchText());
    if (failure !== null) throw failure;
  }
  parser.end();
  await finished.catch(() => undefined);
  if (failure !== null) throw failure;
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value());
  return form;
}

/**
 * Parses the body of a form once, within its limits: 100 KB of text, 500 fields, and `maxFiles`
 * files if `takesFiles`.
 * Throws 413 at a limit and 400 for an incomplete form.
 */
export async function parseFormBody(body: Bytes | null, type: string, takesFiles: boolean): Promise<FormData> {
  const isMultipart = multipartType.test(type);
  if (body === null) {
    if (isMultipart) throw incomplete();
    return new FormData();
  }
  if (!isMultipart) return urlencodedForm(body);
  if (!/;\s*boundary=/i.test(type)) throw incomplete();
  return multipartForm(body, type, takesFiles ? maxFiles : 0);
}
