import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

import { hasDevMailbox } from '#modules/email/mail-log.server.ts';
import { rejectedConnection } from '#modules/email/check-server.server.ts';
import { loadConnections, unreadableSentence } from '#modules/settings/connections.server.ts';
import { stripeClient } from '#modules/payments/stripe-client.server.ts';
import { failureCode, providerFailure } from '#modules/payments/provider-errors.server.ts';
import { taxCalls } from '#modules/payments/tax.server.ts';
import { listNewestAddresses } from '#modules/checkout/find-checkout.queries.server.ts';
import type { TaxSource } from '#modules/settings/shop-settings.ts';
import { collectionView } from '#modules/tax/tax-collection.server.ts';
import { taxSource } from '#modules/tax/tax-rates.server.ts';
import { rateOfParts } from '#modules/tax/stripe-tax.ts';
import { findBackup } from '#platform/backups/backups.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { DirectoryInUse } from '#platform/db/directory-lock.server.ts';
import { checkExtension } from '#platform/db/search-extension.server.ts';
import { readDatabaseVersion, versionProblem } from '#platform/db/database-version.server.ts';
import { checkSessions } from '#platform/db/session-check.server.ts';
import { purge, PurgeFailed } from '#platform/edge/purge.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { StartUpError } from '#platform/env/start-up-error.ts';

import { formatCount } from '#shared/money.ts';
import { formatLongDateTime } from '#shared/shop-time.ts';

import { operatorSentence } from '../run-command.server.ts';
import { hasDatabase, openShopDatabase } from '../open-shop.server.ts';
import { backgroundFindings, retentionFinding } from './background-checks.server.ts';
import { fine, problem, warning, type Finding } from './finding.ts';
import { numberingFindings } from './numbering-checks.server.ts';
import { paymentFindings } from './payment-checks.server.ts';
import { addressesFinding, clockFinding, collectionFinding, diskFinding } from './setting-checks.ts';

/** Checks that the shop is backed up. `npm run backup` records each backup. */
async function backupFinding({ db }: Database, settings: Settings): Promise<Finding> {
  const latest = await findBackup(db, settings);
  const age = latest.finishedAt === null ? 'No backup yet' : `Latest backup: ${formatLongDateTime(latest.finishedAt)}`;
  if (latest.isMissed) return warning(`${age}. Schedule npm run backup to run daily.`);
  return fine(latest.bytes === null ? `${age}.` : `${age}, ${formatCount(Math.ceil(latest.bytes / 1_000))} KB.`);
}

const oldestPostgres = 15;

async function versionFinding({ pool, kind }: Database): Promise<Finding> {
  const { rows } = await pool.query<{ number: string; name: string }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as name`,
  );
  const major = Math.floor(Number(rows[0]?.number) / 10_000);
  const name = `${kind === 'embedded' ? 'The embedded PostgreSQL' : 'PostgreSQL'} ${rows[0]?.name}`;
  if (major >= oldestPostgres) return fine(`${name} answers.`);
  return problem(`${name} is too old. Upgrade to ${oldestPostgres} or later.`);
}

async function migrationFinding({ pool }: Database): Promise<Finding> {
  const version = await readDatabaseVersion(pool);
  const refused = versionProblem(version);
  if (refused !== null) return problem(refused);
  if (version.kind === 'current') return fine('All migrations are applied.');
  if (version.kind === 'empty') return warning('The database has no tables yet. The first start creates them.');
  return warning('The database needs this version’s migrations. Take a backup, then start the shop to apply them.');
}

async function skewFinding({ pool, kind }: Database): Promise<Finding> {
  if (kind === 'embedded') return fine('The embedded database uses this machine’s clock.');
  const before = Date.now();
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const middle = (before + Date.now()) / 2;
  return clockFinding((rows[0]?.now.getTime() ?? middle) - middle);
}

const taxCollectionFinding = async ({ db }: Database, settings: Settings) =>
  collectionFinding((await collectionView(db)).collection, settings);

/** Returns the source of tax rates that the owner chose. Undefined if the environment names one. */
const chosenSource = async ({ db }: Database, settings: Settings) =>
  settings.tax === undefined ? taxSource({ db, settings }) : undefined;

/** Checks the database. An embedded one that the running shop holds is left alone. */
export async function databaseFindings(settings: Settings, asksProvider: boolean): Promise<Finding[]> {
  if (!hasDatabase(settings)) return [warning(`No shop in ${settings.dataDir} yet. The first start creates it.`)];
  let database: Database;
  try {
    database = await openShopDatabase(settings);
  } catch (error) {
    if (error instanceof DirectoryInUse) {
      return [fine('The running shop is using the embedded database. See /readyz for details.')];
    }
    return [problem(await operatorSentence(error))];
  }
  try {
    if (database.kind === 'postgres') await checkSessions(database.pool);
    await checkExtension(database.pool);
    const migration = await migrationFinding(database);
    const canAsk = asksProvider && migration.state === 'ok';
    const payments = canAsk ? await paymentFindings(settings, database.db) : [];
    const isUpToDate = migration.state === 'ok';
    const background = isUpToDate ? await backgroundFindings(database) : [];
    const backups = isUpToDate ? [await backupFinding(database, settings)] : [];
    const retention = isUpToDate ? [await retentionFinding(database)] : [];
    const numbering = isUpToDate ? await numberingFindings(database) : [];
    const addresses = isUpToDate ? addressesFinding(await listNewestAddresses(database.db), settings) : [];
    const collection = isUpToDate ? [await taxCollectionFinding(database, settings)] : [];
    const source = isUpToDate ? await chosenSource(database, settings) : undefined;
    return [
      await versionFinding(database),
      migration,
      await skewFinding(database),
      ...background,
      ...backups,
      ...retention,
      ...numbering,
      ...addresses,
      ...collection,
      ...(await taxFindings(settings, source)),
      ...payments,
    ];
  } catch (error) {
    if (error instanceof StartUpError) return [problem(error.message)];
    throw error;
  } finally {
    await database.close();
  }
}

/**
 * Puts the connections of the admin in force for the checks. Reports ones that cannot be read.
 * Skips a database that does not answer or has no tables, which other checks report.
 */
export async function connectionsFinding(settings: Settings): Promise<Finding[]> {
  if (!hasDatabase(settings)) return [];
  let database: Database | undefined;
  try {
    database = await openShopDatabase(settings);
    const unreadable = await loadConnections({ db: database.db, settings });
    return unreadable.length === 0 ? [] : [problem(unreadableSentence)];
  } catch {
    return [];
  } finally {
    await database?.close();
  }
}

export async function freeFinding({ dataDir, databaseUrl }: Settings): Promise<Finding> {
  const { bavail, bsize } = await statfs(databaseUrl === undefined && existsSync(dataDir) ? dataDir : '.');
  return diskFinding(bavail * bsize);
}

/** Checks that the mail server accepts the shop's login. Sends no mail. */
export async function mailFinding(settings: Settings): Promise<Finding> {
  if (settings.smtpUrl === undefined) {
    if (hasDevMailbox(settings)) return fine('Emails are saved at /mailbox.');
    return problem('No email server is set. Enter it under Settings > Connections.');
  }
  const rejected = await rejectedConnection(settings.smtpUrl);
  return rejected === null ? fine('The email server accepts emails.') : problem(rejected);
}

const knownLocation = { country: 'US', state: 'CA', postalCode: '94103' };
const knownName = 'San Francisco (94103)';

/**
 * Checks that the tax service returns a rate for one known place. Skipped for a shop with its own
 * rate table.
 */
export async function taxFinding(settings: Settings, source: TaxSource): Promise<Finding> {
  if (source === 'table') return fine('Tax rates come from the shop’s table.');
  if (settings.stripeSecretKey === undefined)
    return fine('Tax rates come from the sandbox, because there are no keys.');
  const { calculateTax } = taxCalls(stripeClient(settings));
  try {
    const parts = await calculateTax({ place: knownLocation, inclusive: false, key: `doctor-${Date.now()}` });
    const ppm = rateOfParts(parts, false)?.ratePpm ?? 0;
    if (ppm > 0) return fine(`The tax service responds: ${ppm / 10_000}% in ${knownName}.`);
    return fine(`The tax service responds, but collects no tax in ${knownName}. Register there if required.`);
  } catch (error) {
    return providerFailure(error) === 'refused'
      ? problem(
          `The tax service rejected the request (${failureCode(error)}). Set up Stripe Tax in the dashboard, or choose the shop’s table at /admin/taxes.`,
        )
      : warning('The tax service isn’t responding. The shop uses the last known rates and its table.');
  }
}

/** Checks a source of tax rates, if it is known. */
export async function taxFindings(settings: Settings, source: TaxSource | undefined): Promise<Finding[]> {
  return source === undefined ? [] : [await taxFinding(settings, source)];
}

/** Checks that the edge cache accepts purges, by purging a page that does not exist. */
export async function edgeFinding({ edge }: Pick<Settings, 'edge'>): Promise<Finding> {
  if (edge === undefined) return fine('No edge cache is configured (EDGE).');
  try {
    await purge(edge, { key: 'nothing', addresses: ['/nothing'] });
    return fine('The edge cache purges pages when they change.');
  } catch (error) {
    if (!(error instanceof PurgeFailed)) throw error;
    const late = `${error.message}. Changes may appear up to 70 seconds late`;
    return error.status === null
      ? warning(`${late} until it does.`)
      : problem(`${late}. Check EDGE_PURGE_URL and EDGE_PURGE_TOKEN.`);
  }
}
