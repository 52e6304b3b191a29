import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { demoAccounts } from '#content/demo-shop.ts';
import { hasDevMailbox } from '#modules/email/mail-log.server.ts';
import { isRehearsal } from '#modules/payments/payment-mode.ts';
import { DatabaseUnreachable } from '#platform/db/database-errors.server.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { StartUpError } from '#platform/env/start-up-error.ts';
import { textOf } from '#shared/unknown-field.ts';

import type { Shop } from './shop.server.ts';

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET', 'EAI_AGAIN']);

/** Remedies for a database that is up at the right address, found by error code or by message. */
const remedies: [RegExp, string][] = [
  [
    /unsupported startup parameter/,
    'It is a pooler: set it up as docs/guides/operating.md says, or name PostgreSQL itself.',
  ],
  [/no encryption$/, 'It wants TLS: add ?sslmode=verify-full to DATABASE_URL.'],
  // Matches Node's error codes only: PostgreSQL's own refusals may mention a certificate too.
  [
    /^(DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_CERT)/,
    'Its certificate must be valid for the host in DATABASE_URL; where the system does not know its authority, add ?sslmode=verify-full&sslrootcert= with that one’s file.',
  ],
];

function databaseSentence(cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : '';
  const code = textOf(cause, 'code');
  const why = unreachable.has(code) ? 'nothing answers there' : reason || code || 'unknown reason';
  const [, remedy] = remedies.find(([words]) => words.test(`${code} ${reason}`)) ?? [];
  return `The database at DATABASE_URL cannot be used (${why}). ${remedy ?? 'Start it or correct DATABASE_URL.'}`;
}

const listenSentences: Record<string, string> = {
  EADDRINUSE: 'The port is already in use. Stop what uses it, or set PORT to another number.',
  EACCES: 'The port may not be used by this user. Set PORT to a number above 1023.',
  EADDRNOTAVAIL:
    'HOST is no address of this machine. Set it to 127.0.0.1, to 0.0.0.0 or to an address of this machine.',
  ENOTFOUND: 'HOST is no address of this machine. Set it to 127.0.0.1, to 0.0.0.0 or to an address of this machine.',
};

function listenSentence(error: unknown): string | undefined {
  const isListening =
    error instanceof Error && 'syscall' in error && /^(listen|getaddrinfo)$/.test(String(error.syscall));
  return isListening ? listenSentences[textOf(error, 'code')] : undefined;
}

function rootOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? rootOf(error.cause) : error;
}

/**
 * Returns the sentence for a SQLSTATE or its class:
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
function queryProblem(code: string): string | undefined {
  if (code === '53100') return 'The disk of the database is full. Make room on it, then start again.';
  if (/^(XX|58)/.test(code)) return 'The database is damaged. Put a backup back into a new one with npm run restore.';
  return undefined;
}

/** Returns the operator-facing sentence for a failed start. */
export function startUpSentence(error: unknown): string {
  if (error instanceof StartUpError) return error.message;
  if (error instanceof DatabaseUnreachable) return databaseSentence(error.cause);
  const root = rootOf(error);
  const known = listenSentence(error) ?? queryProblem(textOf(root, 'code'));
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
export function announce(settings: Settings, shop: Shop, name: string): void {
  const lines = ['', `  ${name} is open at ${settings.publicUrl}`, ''];
  if (settings.shopMode === 'demo') {
    lines.push('  Demo accounts');
    for (const account of demoAccounts)
      lines.push(`    ${account.role.padEnd(9)}${account.email}  ${account.password}`);
    lines.push('');
  }
  if (hasDevMailbox(settings)) lines.push(`  Mails are kept at ${settings.publicUrl}/mailbox`);
  if (shop.ctx.payments.mode === 'sandbox')
    lines.push('  Payments run in the sandbox: card 4242 4242 4242 4242, any date and code');
  if (isRehearsal(settings)) lines.push('  Rehearsal: the payment keys are test keys, no real card can pay.');
  if (shop.database.kind === 'embedded') {
    lines.push(`  Embedded database in ${settings.dataDir}: it survives a crash of the shop, but a power cut can lose`);
    lines.push('  the last writes. A shop that takes real money sets DATABASE_URL to a PostgreSQL.');
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
