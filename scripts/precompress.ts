import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const root = process.argv[2] ?? 'build/client';
const text = /\.(js|css|svg|json|txt|xml|webmanifest)$/;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Precompresses a static file at the maximum level. */
async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  await writeFile(`${file}.br`, await brotli(bytes));
  await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }));
}

const names = await readdir(root, { recursive: true });
await Promise.all(names.filter((name) => text.test(name)).map((name) => compress(join(root, name))));
