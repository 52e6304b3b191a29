import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDatabase } from '#platform/db/database.server.ts';

import { isFullRun } from './support/full-run.ts';
import { givenPaidOrder } from './support/shop-visitor.ts';
import { openTestShop } from './support/shop.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-commands-'));
const [first, second] = [join(folder, 'first'), join(folder, 'second')];
const file = join(folder, 'shop.backup');
const onError = (error: Error) => {
  throw error;
};

/** Pictures in the shop. `npm test` uses fewer than memory can hold. */
const pictureFiles = isFullRun ? 30 : 3;

beforeAll(async () => {
  const database = await openDatabase({ dataDir: first, onError });
  await migrateDatabase(database);
  // Closed before the first test, because a command opens the same folder.
  const shop = await openTestShop({ database });
  await givenPaidOrder(shop);
  await database.pool.query(`
    with picture as (
      insert into product_images (product_id, position, alt, width, height, widths)
      select id, 0, '', 1600, 1600, '[1600]' from products limit 1 returning id)
    insert into product_image_files (image_id, name, kind, bytes)
    select id, n || '.webp', 'image/webp', decode(repeat(md5(n::text), 90000), 'hex') from picture, generate_series(1, ${pictureFiles}) n`);
  await shop.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

type Ended = { code: number; said: string };

/** Runs a command as an operator does, on a data folder. */
function command(name: string, dataDir: string, args: readonly string[] = [], ...engine: string[]): Promise<Ended> {
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  const call = [...engine, '--import', './scripts/stub-asset-urls.mjs', `src/operate/${name}.ts`, ...args];
  return new Promise((done) => {
    execFile(process.execPath, call, { env }, (error, stdout, stderr) =>
      // A process that was ended by a signal has no exit code.
      done({ code: error === null ? 0 : Number(error.code ?? NaN), said: stdout + stderr }),
    );
  });
}

test(
  'a shop with more pictures than memory can hold is backed up, restored elsewhere and passes the doctor',
  { timeout: 300_000 },
  async () => {
    // Left behind by a first try.
    for (const path of [file, second]) rmSync(path, { recursive: true, force: true });
    const memory = '--max-old-space-size=96';
    expect(await command('backup', first, [file], memory)).toMatchObject({
      code: 0,
      said: expect.stringContaining('shop.backup contains') as string,
    });
    const restored = await command('restore', second, [file], memory);
    expect(restored).toMatchObject({
      code: 0,
      said: expect.stringContaining('All counts and checksums match') as string,
    });
    expect(restored.said).toContain('SESSION_SECRET has changed since the backup');
    const doctor = await command('doctor', second);
    expect(doctor.said).toContain('migrations are applied');
    expect(doctor.code).toBe(0);
    const reconciled = await command('reconcile', second);
    expect(reconciled).toEqual({ code: 0, said: 'Every payment in the last 7 days has an order.\n' });
    const database = await openDatabase({ dataDir: second, onError });
    const { rows } = await database.pool.query('select payment_status from orders');
    expect(rows).toEqual([{ payment_status: 'paid' }]);
    const { rows: pictures } = await database.pool.query(
      'select count(*)::int as files, sum(length(bytes))::int as bytes from product_image_files',
    );
    expect(pictures).toEqual([{ files: pictureFiles, bytes: pictureFiles * 1_440_000 }]);
    await database.close();
  },
);

test('a second restore into the same shop is refused with a message', async () => {
  const { code, said } = await command('restore', second, [file]);
  expect(code).toBe(1);
  expect(said).toMatch(/^The database isn’t empty \(\w+ has rows\)\. Restore into an empty database\.\n$/);
});

test.each([
  ['backup', [], 'Enter a file for the backup'],
  ['restore', [], 'Enter the backup file to restore'],
  ['restore', ['/nowhere/shop.backup'], '/nowhere/shop.backup does not exist.'],
  ['restore', [folder], `${folder} is a folder. Name a file.`],
  ['content', ['export', '--file', join(folder, 'none', 'a.json')], 'none/a.json does not exist.'],
  ['content', ['import', '--file', '/nowhere/a.json'], '/nowhere/a.json does not exist.'],
  ['backup', [join(folder, 'none', 'shop.backup')], 'Folder not found: '],
  ['backup', ['--quick', file], "Unknown option '--quick'. Use: npm run backup -- shop.backup"],
  ['restore', [file, file], 'Enter the backup file to restore: npm run restore -- shop.backup'],
  ['doctor', ['--fix'], "Unknown option '--fix'. Use: npm run doctor"],
  ['reconcile', ['7'], 'Use: npm run reconcile -- [--days 7] [--settle]'],
  ['reconcile', ['--days', '0'], '--days must be a whole number from 1 to 365.'],
] as const)('%s %j fails with a message and exit code 1', async (name, args, sentence) => {
  const { code, said } = await command(name, first, args);
  expect([code, said.includes(sentence), said.trimEnd().split('\n').length]).toEqual([1, true, 1]);
});

test.each(['backup', 'restore', 'doctor', 'reconcile'])('%s --help prints its usage and does nothing', async (name) => {
  const { code, said } = await command(name, first, ['--help']);
  expect([code, said.startsWith(`npm run ${name}`), existsSync('--help')]).toEqual([0, true, false]);
});

test.runIf(isFullRun)('reconcile refuses a database without a shop and leaves it unchanged', async () => {
  const dataDir = join(folder, 'bare');
  await (await openDatabase({ dataDir, onError })).close();
  expect(await command('reconcile', dataDir)).toEqual({
    code: 1,
    said: 'No shop in the database yet. The first npm start creates it.\n',
  });
  const database = await openDatabase({ dataDir, onError });
  const { rows } = await database.pool.query("select 1 from pg_namespace where nspname = 'pgboss'");
  expect(rows).toEqual([]);
  await database.close();
});

test('backup of a folder without a shop creates no file', async () => {
  const { code, said } = await command('backup', join(folder, 'none'), [join(folder, 'none.backup')]);
  expect([code, said]).toEqual([1, `No shop found in ${join(folder, 'none')}.\n`]);
  expect([existsSync(join(folder, 'none.backup')), existsSync(join(folder, 'none', 'pg'))]).toEqual([false, false]);
});
