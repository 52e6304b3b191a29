import { demoAccounts } from '#content/demo-shop.ts';
import { site } from '#content/site.ts';
import { keepsMails } from '#modules/email/service.server.ts';
import { DatabaseUnreachable } from '#platform/db/database.server.ts';
import { DirectoryInUse } from '#platform/db/directory-lock.server.ts';
import { SettingsError, type Settings } from '#platform/env/settings.server.ts';

import type { Shop } from './shop.server.ts';

const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'ECONNRESET', 'EAI_AGAIN']);

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function databaseSentence(cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : '';
  const code = codeOf(cause);
  const why =
    code !== undefined && unreachable.has(code) ? 'nothing answers there' : reason || (code ?? 'unknown reason');
  return `The database at DATABASE_URL cannot be used (${why}). Start it or correct DATABASE_URL.`;
}

/** Why the shop could not start, in one sentence for its operator. */
export function startUpSentence(error: unknown): string {
  if (error instanceof SettingsError || error instanceof DirectoryInUse) return error.message;
  if (error instanceof DatabaseUnreachable) return databaseSentence(error.cause);
  const code = codeOf(error);
  if (code === 'EADDRINUSE') {
    return 'The port is already in use. Stop what uses it, or set PORT to another number.';
  }
  if (code === 'EACCES') return 'The port may not be used by this user. Set PORT to a number above 1023.';
  return `The shop could not start: ${error instanceof Error ? error.message : String(error)}`;
}

/** Tells a person who has just started the shop where everything is. */
export function announce(settings: Settings, shop: Shop): void {
  const lines = ['', `  ${site.name} is open at ${settings.publicUrl}`, ''];
  if (settings.shopMode === 'demo') {
    lines.push('  Demo accounts');
    for (const account of demoAccounts)
      lines.push(`    ${account.role.padEnd(9)}${account.email}  ${account.password}`);
    lines.push('');
  }
  if (keepsMails(settings)) lines.push(`  Mails are kept at ${settings.publicUrl}/mailbox`);
  if (shop.ctx.payments.mode === 'sandbox')
    lines.push('  Payments run in the sandbox: card 4242 4242 4242 4242, any date and code');
  if (shop.database.kind === 'embedded') {
    lines.push(`  Embedded database in ${settings.dataDir}: it survives a crash of the shop, but a power cut can lose`);
    lines.push('  the last writes. A shop that takes real money sets DATABASE_URL to a PostgreSQL.');
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}
