import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { demoAccounts } from '#content/demo-shop.ts';
import { hasDevMailbox } from '#modules/email/mail-log.server.ts';
import { isLiveShopWithTestKeys } from '#modules/payments/payment-mode.ts';
import { DatabaseUnreachable } from '#platform/db/database-errors.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { StartUpError } from '#platform/env/start-up-error.ts';
import { stringProperty } from '#shared/read-property.ts';

import type { Shop } from './shop.server.ts';

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET', 'EAI_AGAIN']);

/** Remedies for a database that is up at the right address, found by error code or by message. */
const remedies: [RegExp, string][] = [
  [
    /unsupported startup parameter/,
    'It’s a connection pooler. Set it up as described in docs/guides/operating.md, or connect to PostgreSQL directly.',
  ],
  [/no encryption$/, 'It requires TLS. Add ?sslmode=verify-full to DATABASE_URL.'],
  // Matches Node's error codes only: PostgreSQL's own refusals may mention a certificate too.
  [
    /^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_CERT)/,
    'Its certificate must match the host in DATABASE_URL. For a private certificate authority, add ?sslmode=verify-full&sslrootcert= with the path to its CA file.',
  ],
];

function databaseSentence(cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : '';
  const code = stringProperty(cause, 'code');
  const why = unreachable.has(code) ? 'nothing is listening there' : reason || code || 'unknown reason';
  const [, remedy] = remedies.find(([words]) => words.test(`${code} ${reason}`)) ?? [];
  return `Can’t connect to the database at DATABASE_URL (${why}). ${remedy ?? 'Start the database or correct DATABASE_URL.'}`;
}

const listenSentences: Record<string, string> = {
  EADDRINUSE: 'The port is already in use. Stop the other program, or set PORT to another number.',
  EACCES: 'This user can’t use this port. Set PORT to a number above 1023.',
  EADDRNOTAVAIL:
    'HOST isn’t an address of this machine. Set it to 127.0.0.1, to 0.0.0.0 or to an address of this machine.',
  ENOTFOUND: 'HOST isn’t an address of this machine. Set it to 127.0.0.1, to 0.0.0.0 or to an address of this machine.',
};

function listenSentence(error: unknown): string | undefined {
  const isListening =
    error instanceof Error && 'syscall' in error && /^(listen|getaddrinfo)$/.test(String(error.syscall));
  return isListening ? listenSentences[stringProperty(error, 'code')] : undefined;
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}

/**
 * Returns the sentence for a SQLSTATE or its class:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
function queryProblem(code: string): string | undefined {
  if (code === '53100') return 'The database’s disk is full. Free up space, then start again.';
  if (code === '25006')
    return 'The database at DATABASE_URL takes no writes: it is a standby, or default_transaction_read_only is on. Name the primary, or turn that setting off.';
  if (code === '42501')
    return 'The user of DATABASE_URL may not create or change tables in this database: have the administrator of PostgreSQL run "alter database … owner to …" for that user, and let it own the tables.';
  if (code === '42P01' || code === '42703')
    return 'The database lacks a table or column that this version made: it was changed by hand or restored in part. Put a backup back into an empty database with npm run restore.';
  if (/^(XX|58)/.test(code))
    return 'The database is damaged. Restore a backup into a new database with npm run restore.';
  return undefined;
}

/** Returns the operator-facing sentence for a failed start. */
export function startUpErrorMessage(error: unknown): string {
  if (error instanceof StartUpError) return error.message;
  if (error instanceof DatabaseUnreachable) return databaseSentence(error.cause);
  const root = rootOf(error);
  const known = listenSentence(error) ?? queryProblem(stringProperty(root, 'code'));
  const [reason] = (root instanceof Error ? root.message : String(root)).split('\n');
  return known ?? `The shop could not start: ${reason}`;
}

/**
 * Releases about 20 MB that only the start needed. Loading the code grows V8's young generation to
 * its limit, and an idle process never shrinks it. Takes about 0.1 s and blocks every request
 * meanwhile.
 */
export function releaseStartingMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}

/** Prints where everything is for the person who started the shop. */
export function printStartUpSummary(settings: Settings, shop: Shop, name: string): void {
  const lines = ['', `  ${name} is open at ${settings.publicUrl}`, ''];
  if (settings.shopMode === 'demo') {
    lines.push('  Demo accounts');
    for (const account of demoAccounts)
      lines.push(`    ${account.role.padEnd(9)}${account.email}  ${account.password}`);
    lines.push('');
  }
  if (hasDevMailbox(settings)) lines.push(`  Emails are saved at ${settings.publicUrl}/mailbox`);
  if (shop.ctx.payments.mode === 'sandbox')
    lines.push('  Payments run in the sandbox. Use card 4242 4242 4242 4242 with any future date and code');
  if (isLiveShopWithTestKeys(settings))
    lines.push('  Test mode: the payment keys are test keys, so real cards are declined.');
  if (!shop.ctx.payments.isConnected)
    lines.push(`  Nobody can pay yet. Enter the payment keys at ${settings.publicUrl}/admin/connections`);
  if (shop.database.kind === 'embedded') {
    lines.push(
      `  Embedded database in ${settings.dataDir}. It survives a crash of the shop, but a power failure can lose`,
    );
    lines.push('  the last writes. For real payments, set DATABASE_URL to a PostgreSQL database.');
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
