import { Resolver } from 'node:dns/promises';

import { stringProperty } from '#shared/read-property.ts';

/** Looks up a name's TXT records; throws like node:dns. */
type ResolveTxt = (name: string) => Promise<string[][]>;

type RecordState = 'found' | 'absent' | 'unreachable';
export type MailRecords = { spf: RecordState; dkim: RecordState; dmarc: RecordState };

/** Selectors that mail services usually use for their key. DNS offers no way to list them all. */
const usualSelectors = [
  'default',
  'mail',
  'dkim',
  'google',
  'selector1',
  'selector2',
  's1',
  's2',
  'k1',
  'resend',
  'pm',
];

const absent = new Set(['ENOTFOUND', 'ENODATA']);
const isAbsent = (error: unknown) => absent.has(stringProperty(error, 'code'));

const late = (ms: number) =>
  new Promise<'unreachable'>((done) => {
    setTimeout(() => done('unreachable'), ms).unref();
  });

async function recordState(resolve: ResolveTxt, name: string, sign: RegExp): Promise<RecordState> {
  try {
    const texts = (await resolve(name)).map((parts) => parts.join(''));
    return texts.some((text) => sign.test(text)) ? 'found' : 'absent';
  } catch (error) {
    return isAbsent(error) ? 'absent' : 'unreachable';
  }
}

async function dkimState(resolve: ResolveTxt, domain: string): Promise<RecordState> {
  const states = await Promise.all(
    usualSelectors.map((selector) => recordState(resolve, `${selector}._domainkey.${domain}`, /(^|;)\s*p=\S/)),
  );
  return states.find((state) => state === 'found') ?? (states.includes('unreachable') ? 'unreachable' : 'absent');
}

function ownResolver(timeoutMs: number): ResolveTxt {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
  return (name) => resolver.resolveTxt(name);
}

/**
 * Checks which records say who may send email for a domain. `unreachable` if a name server does not
 * answer in time (ms).
 */
export async function mailRecords(
  domain: string,
  timeoutMs = 2_500,
  resolve: ResolveTxt = ownResolver(timeoutMs),
): Promise<MailRecords> {
  const inTime = (lookup: Promise<RecordState>) => Promise.race([lookup, late(timeoutMs)]);
  const [spf, dkim, dmarc] = await Promise.all([
    inTime(recordState(resolve, domain, /^v=spf1(\s|$)/i)),
    inTime(dkimState(resolve, domain)),
    inTime(recordState(resolve, `_dmarc.${domain}`, /^v=DMARC1\s*;/i)),
  ]);
  return { spf, dkim, dmarc };
}
