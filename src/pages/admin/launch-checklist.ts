import type { LaunchClaim } from '#content/launch.ts';

import type { LaunchFacts } from './launch-checks.server.ts';

export type ItemState = 'done' | 'missing' | 'unknown';
/** `hasTick` is true when the proof is a person's confirmation. */
export type Item = { id: string; title: string; state: ItemState; detail: string; hasTick: boolean; to?: string };
export type Section = { title: string; items: Item[] };

/** Confirmation by an admin: author, time, and a note on where the proof is. */
export type Tick = { note: string; by: string; at: string };

type Done = { isDone: boolean; done: string; missing: string; to?: string };

const item = (id: string, title: string, { isDone, done, missing, to }: Done): Item => {
  return { id, title, state: isDone ? 'done' : 'missing', detail: isDone ? done : missing, hasTick: false, to };
};

const isHttps = (facts: LaunchFacts) => facts.publicUrl.startsWith('https:');

function shopItems(facts: LaunchFacts): Item[] {
  const payments = {
    sandbox: 'the built-in sandbox takes no money',
    test: 'test keys take no money',
    live: 'live keys',
  };
  return [
    item('mode', 'Live mode', {
      isDone: facts.shopMode === 'live',
      done: 'SHOP_MODE=live',
      missing: 'SHOP_MODE=demo: the shop shows sample content and says so',
    }),
    item('https', 'Public address', {
      isDone: isHttps(facts),
      done: facts.publicUrl,
      missing: `PUBLIC_URL has to begin with https://; it is ${facts.publicUrl}`,
    }),
    item('keys', 'Payment keys', {
      isDone: facts.payment === 'live',
      done: payments.live,
      missing: `${payments[facts.payment]}: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET`,
    }),
    item('seller', 'Seller on invoices and in letters', {
      isDone: facts.seller !== '',
      done: facts.seller,
      missing: 'neither invoices nor letters name a seller: enter legal name, address and tax numbers',
      to: '/admin/settings',
    }),
    item('limits', 'Limits of calls', {
      isDone: facts.limitsOn,
      done: 'on',
      missing: 'RATE_LIMITS=off: anyone may try codes and passwords without end',
    }),
    {
      id: 'backups',
      title: 'Backups',
      state: 'unknown',
      detail: 'the shop is not told of backups. Restore one once before you open',
      hasTick: true,
    },
  ];
}

const recordWords: Record<'spf' | 'dkim' | 'dmarc', string> = {
  spf: 'SPF: who may send for the domain',
  dkim: 'DKIM: the key that signs mails',
  dmarc: 'DMARC: what happens to forged mails',
};

function recordItem(name: 'spf' | 'dkim' | 'dmarc', { records, sender }: LaunchFacts): Item {
  const title = recordWords[name];
  const base = { id: name, title, hasTick: false };
  if (records === null) return { ...base, state: 'missing', detail: `set MAIL_FROM: ${sender} is an example address` };
  const state = records[name];
  if (state === 'found') return { ...base, state: 'done', detail: `found for ${sender}` };
  if (state === 'unreachable') return { ...base, state: 'unknown', detail: 'no name server answered' };
  if (name !== 'dkim') return { ...base, state: 'missing', detail: `no record for ${sender}` };
  return {
    ...base,
    state: 'unknown',
    detail: 'no key under the usual names. Your mail service knows its own',
  };
}

function mailItems(facts: LaunchFacts): Item[] {
  const { lastMail, failedMails } = facts;
  return [
    item('smtp', 'Mail server', {
      isDone: facts.hasSmtp,
      done: 'SMTP_URL is set',
      missing: 'SMTP_URL is not set: mails stay in the shop',
    }),
    item('last_mail', 'A mail has left the shop', {
      isDone: facts.hasSmtp && lastMail !== null,
      done: `the last one ${lastMail ?? ''}`,
      missing: 'none was sent through a mail server yet',
      to: '/admin/mails',
    }),
    item('failed_mails', 'No mail was given up on', {
      isDone: failedMails === 0,
      done: 'none',
      missing: `${failedMails} failed`,
      to: '/admin/mails?state=failed',
    }),
    recordItem('spf', facts),
    recordItem('dkim', facts),
    recordItem('dmarc', facts),
  ];
}

function demoItems({ demoReviews, demoCodes, demoAccounts }: LaunchFacts): Item[] {
  return [
    item('demo_reviews', 'No sample reviews', {
      isDone: demoReviews === 0,
      done: 'none in the database',
      missing: `${demoReviews} sample reviews are approved: a live shop hides them, better reject them`,
      to: '/admin/reviews?state=approved',
    }),
    item('demo_codes', 'No codes for trying out', {
      isDone: demoCodes === 0,
      done: 'none is switched on',
      missing: `${demoCodes} codes of the demo are switched on: a live shop refuses them, better switch them off`,
      to: '/admin/discounts?show=active',
    }),
    item('demo_accounts', 'No accounts with a published password', {
      isDone: demoAccounts === 0,
      done: 'none',
      missing: `${demoAccounts} demo accounts exist, whose password everyone can read: begin with an empty database`,
      to: '/admin/customers',
    }),
  ];
}

/** Returns the shop's own proof of a claim, or null if it has none. */
function proofOf(check: NonNullable<LaunchClaim['check']>, facts: LaunchFacts): string | null {
  switch (check) {
    case 'free_shipping':
      return facts.freeOption === null ? null : `${facts.freeOption} costs $0`;
    case 'returns':
      return `returns are taken for ${facts.returnDays} days`;
    case 'sale':
      return facts.comparedPrice === null ? null : `${facts.comparedPrice} was asked before the sale began`;
    case 'promotion':
      return facts.promotionRuns ? 'the checkout applies it by itself' : null;
    case 'reviews':
      return facts.ownReviews === 0 ? null : `${facts.ownReviews} approved reviews of this shop`;
    case 'banner':
      if (!facts.bannerClaimsEnd) return 'the banner does not say that time is limited';
      return facts.bannerEnds === null ? null : `the campaign ends ${facts.bannerEnds}`;
    case 'https':
      return isHttps(facts) ? facts.publicUrl : null;
  }
}

function claimItem({ id, claim, where, check, needs }: LaunchClaim, facts: LaunchFacts): Item {
  const proof = check === undefined ? null : proofOf(check, facts);
  const detail = `${proof ?? needs} (${where})`;
  return {
    id: `claim_${id}`,
    title: claim,
    state: proof === null ? 'missing' : 'done',
    detail,
    hasTick: check === undefined,
  };
}

function ticked(one: Item, ticks: ReadonlyMap<string, Tick>): Item {
  const tick = one.hasTick ? ticks.get(one.id) : undefined;
  if (tick === undefined) return one;
  return { ...one, state: 'done', detail: `${tick.note} (${tick.by}, ${tick.at})` };
}

type Words = { claims: readonly LaunchClaim[]; legalTexts: readonly { id: string; title: string; to: string }[] };

/** Builds the checklist from facts and confirmations, including missing items. */
export function launchSections(
  facts: LaunchFacts,
  ticks: ReadonlyMap<string, Tick>,
  { claims, legalTexts }: Words,
): Section[] {
  const legal = legalTexts.map(({ id, title, to }): Item => {
    const detail = 'nobody has confirmed that a lawyer has read it';
    return { id: `legal_${id}`, title, state: 'missing', detail, hasTick: true, to };
  });
  const sections = [
    { title: 'Shop', items: shopItems(facts) },
    { title: 'Mail', items: mailItems(facts) },
    { title: 'Demo content', items: demoItems(facts) },
    { title: 'Public claims', items: claims.map((one) => claimItem(one, facts)) },
    { title: 'Legal texts', items: legal },
  ];
  return sections.map(({ title, items }) => ({ title, items: items.map((one) => ticked(one, ticks)) }));
}

export function progressOf(sections: readonly Section[]): { done: number; all: number } {
  const items = sections.flatMap((section) => section.items);
  return { done: items.filter(({ state }) => state === 'done').length, all: items.length };
}

const examples = /(^|\.)(example|test|invalid|localhost|local)$|(^|\.)example\.(com|net|org)$/;

/** Returns the domain of a sender such as 'Name <a@shop.com>'. Null for example domains. */
export function senderDomain(from: string): string | null {
  const domain = /@([a-z\d.-]+)>?\s*$/i.exec(from)?.[1]?.toLowerCase() ?? '';
  return domain === '' || !domain.includes('.') || examples.test(domain) ? null : domain;
}
