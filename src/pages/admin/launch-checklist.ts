import type { LaunchClaim } from '#content/launch.ts';
import { hostedTaxSentence } from '#modules/checkout/buy-now-tax.ts';
import type { UnprovenText } from '#modules/content/edit-content.server.ts';
import type { PaymentMode } from '#modules/payments/payment-mode.ts';
import { collectionText, type Collection } from '#modules/tax/tax-collection.ts';
import type { MailRecords } from '#platform/dns/mail-records.server.ts';

/** State of the shop that the checklist judges. Texts are ready to be shown. */
export type LaunchChecks = {
  shopMode: 'demo' | 'live';
  publicUrl: string;
  /** Mode of the payment keys; `none` in a live shop without keys. */
  payment: PaymentMode | 'none';
  limitsOn: boolean;
  /** Regions in which the shop collects tax. Null until the owner has decided. */
  taxCollection: Collection;
  /** True when "Buy now" leads to the provider's page, which charges no added tax. */
  buysHosted: boolean;
  seller: string;
  hasSmtp: boolean;
  lastMail: string | null;
  failedMails: number;
  /** Domain of the sender, or the whole sender if it is an example address. */
  sender: string;
  /** Null for an example domain, which is not looked up. */
  records: MailRecords | null;
  /** Sample orders and sample reviews that are left. */
  samples: number;
  demoReviews: number;
  ownReviews: number;
  demoCodes: number;
  demoAccounts: number;
  /** Name and price of the product that is sold. */
  product: string | null;
  /** Units that can be sold. Null if inventory is not tracked. */
  available: number | null;
  shippingOptions: number;
  /** Names of countries that the shop sells to and no active option goes to. */
  unservedCountries: readonly string[];
  /** Number of an order that is no sample. */
  ownOrder: string | null;
  freeOption: string | null;
  comparedPrice: string | null;
  promotionRuns: boolean;
  returnDays: number;
  /** Published texts that claim something without proof. */
  unprovenTexts: readonly UnprovenText[];
  bannerClaimsEnd: boolean;
  bannerEnds: string | null;
};

export type ItemState = 'done' | 'missing' | 'unknown';
/** Link of an open item's next step. */
type Step = { label: string; to: string };
/** `isConfirmable` is true when the item is proven by a person's confirmation. */
export type Item = {
  id: string;
  title: string;
  state: ItemState;
  detail: string;
  isConfirmable: boolean;
  step?: Step | undefined;
};
export type Section = { title: string; items: Item[] };

/** Confirmation by an admin: author, time, and a note on where the proof is. */
export type Confirmation = { note: string; by: string; at: string };

type Done = { isDone: boolean; done: string; missing: string; step?: Step };

const item = (id: string, title: string, { isDone, done, missing, step }: Done): Item => {
  return { id, title, state: isDone ? 'done' : 'missing', detail: isDone ? done : missing, isConfirmable: false, step };
};

const isHttps = (checks: LaunchChecks) => checks.publicUrl.startsWith('https:');

/** Page of the payment keys and the email server. */
const connectionsPage = '/admin/connections';

function shopItems(checks: LaunchChecks): Item[] {
  const payments = {
    sandbox: 'The built-in sandbox can’t take real payments',
    test: 'Test keys can’t take real payments',
    live: 'Live keys',
    none: 'No keys yet, so nobody can pay',
  };
  return [
    item('mode', 'Live mode', {
      isDone: checks.shopMode === 'live',
      done: 'SHOP_MODE=live',
      missing: 'SHOP_MODE=demo. The shop shows sample content with a demo notice',
    }),
    item('https', 'Public address', {
      isDone: isHttps(checks),
      done: checks.publicUrl,
      missing: `The address must start with https://. It’s now ${checks.publicUrl}`,
      step: { label: 'Choose the address', to: connectionsPage },
    }),
    item('keys', 'Payment keys', {
      isDone: checks.payment === 'live',
      done: payments.live,
      missing: `${payments[checks.payment]}. Enter the live keys of your Stripe account`,
      step: { label: 'Enter the keys', to: connectionsPage },
    }),
    item('seller', 'Seller on invoices and in marketing emails', {
      isDone: checks.seller !== '',
      done: checks.seller,
      missing: 'Invoices and marketing emails have no seller. Enter your legal name, address and tax IDs',
      step: { label: 'Enter the seller', to: '/admin/settings' },
    }),
    item('limits', 'Rate limits', {
      isDone: checks.limitsOn,
      done: 'on',
      missing: 'RATE_LIMITS=off. Anyone can guess codes and passwords without limit',
    }),
    item('tax_collection', 'Where do you collect sales tax?', {
      isDone: checks.taxCollection !== null,
      done: collectionText(checks.taxCollection ?? []),
      missing: 'not decided: a live shop collects no tax until you say where your business is registered',
      step: { label: 'Choose regions', to: '/admin/taxes#collect' },
    }),
    item('buy_now', 'Tax of “Buy now”', {
      isDone: !checks.buysHosted,
      done: 'the shop’s own checkout charges it',
      missing: hostedTaxSentence,
    }),
    {
      id: 'backups',
      title: 'Backups',
      state: 'unknown',
      detail: 'The shop can’t check your backups. Test a restore before you open',
      isConfirmable: true,
    },
  ];
}

function salesItems({ product, available, shippingOptions, unservedCountries, ownOrder }: LaunchChecks): Item[] {
  const places = unservedCountries.join(', ');
  return [
    item('product', 'Product and price', {
      isDone: product !== null,
      done: product ?? '',
      missing: 'No product is for sale',
      step: { label: 'Edit the product', to: '/admin/product' },
    }),
    item('stock', 'Stock', {
      isDone: product !== null && available !== 0,
      done: available === null ? 'Inventory isn’t tracked' : `${available} available`,
      missing: 'Nothing can be sold. Add the units you have on hand',
      step: { label: 'Add stock', to: '/admin/product' },
    }),
    item('shipping', 'Shipping', {
      isDone: shippingOptions > 0 && unservedCountries.length === 0,
      done: `${shippingOptions} active ${shippingOptions === 1 ? 'option' : 'options'}`,
      missing: places === '' ? 'No option is active' : `No active option for ${places}`,
      step: { label: 'Set up shipping', to: '/admin/shipping' },
    }),
    item('test_order', 'Test order', {
      isDone: ownOrder !== null,
      done: `Placed, for example ${ownOrder ?? ''}`,
      missing: 'Nobody has ordered yet. Place an order yourself, and cancel it afterwards',
      step: { label: 'Place an order', to: '/product' },
    }),
  ];
}

const recordLabels: Record<'spf' | 'dkim' | 'dmarc', string> = {
  spf: 'SPF (who can send email for your domain)',
  dkim: 'DKIM (signs your emails)',
  dmarc: 'DMARC (handles forged emails)',
};

function recordItem(name: 'spf' | 'dkim' | 'dmarc', { records, sender }: LaunchChecks): Item {
  const title = recordLabels[name];
  const base = { id: name, title, isConfirmable: false };
  if (records === null) {
    const step = { label: 'Enter the sender', to: connectionsPage };
    return { ...base, state: 'missing', detail: `${sender} is an example address`, step };
  }
  const state = records[name];
  if (state === 'found') return { ...base, state: 'done', detail: `Found for ${sender}` };
  if (state === 'unreachable') return { ...base, state: 'unknown', detail: 'Couldn’t check: no DNS server responded' };
  if (name !== 'dkim')
    return { ...base, state: 'missing', detail: `No record for ${sender}. Add one at your DNS provider` };
  return {
    ...base,
    state: 'unknown',
    detail: 'No key under the common names. Check with your email service',
  };
}

function mailItems(checks: LaunchChecks): Item[] {
  const { lastMail, failedMails } = checks;
  return [
    item('smtp', 'Email server', {
      isDone: checks.hasSmtp,
      done: 'Emails are delivered by a server',
      missing: 'No email server is set, so emails wait',
      step: { label: 'Enter the server', to: connectionsPage },
    }),
    item('last_mail', 'First email sent', {
      isDone: checks.hasSmtp && lastMail !== null,
      done: `Most recent: ${lastMail ?? ''}`,
      missing: 'No email has been sent through an email server yet',
      step: { label: 'Open the email log', to: '/admin/mails' },
    }),
    item('failed_mails', 'No failed emails', {
      isDone: failedMails === 0,
      done: 'none',
      missing: `${failedMails} failed`,
      step: { label: 'View failed emails', to: '/admin/mails?state=failed' },
    }),
    recordItem('spf', checks),
    recordItem('dkim', checks),
    recordItem('dmarc', checks),
  ];
}

/** Item that offers to remove the sample data. */
export const samplesItem = 'samples';

function demoItems({ samples, demoReviews, demoCodes, demoAccounts }: LaunchChecks): Item[] {
  return [
    item(samplesItem, 'No sample data', {
      isDone: samples === 0,
      done: 'none in the database',
      missing: `${samples} sample orders and reviews in the database. Remove them to start a live shop`,
    }),
    item('demo_reviews', 'No sample reviews', {
      isDone: demoReviews === 0,
      done: 'none in the database',
      missing: `${demoReviews} sample reviews are approved. A live shop hides them. Reject them`,
      step: { label: 'See approved reviews', to: '/admin/reviews?state=approved' },
    }),
    item('demo_codes', 'No demo discount codes', {
      isDone: demoCodes === 0,
      done: 'None active',
      missing: `${demoCodes} demo codes are active. A live shop rejects them. Turn them off`,
      step: { label: 'View active codes', to: '/admin/discounts?show=active' },
    }),
    item('demo_accounts', 'No demo accounts', {
      isDone: demoAccounts === 0,
      done: 'none',
      missing: `${demoAccounts} demo accounts have published passwords. Start with an empty database`,
      step: { label: 'View customers', to: '/admin/customers' },
    }),
  ];
}

/** Returns the shop's own proof of a claim, or null if it has none. */
function proofOf(check: NonNullable<LaunchClaim['check']>, checks: LaunchChecks): string | null {
  switch (check) {
    case 'free_shipping':
      return checks.freeOption === null ? null : `${checks.freeOption} costs $0`;
    case 'returns':
      return `Returns are accepted for ${checks.returnDays} days`;
    case 'sale':
      return checks.comparedPrice === null ? null : `${checks.comparedPrice} was the price before the sale`;
    case 'promotion':
      return checks.promotionRuns ? 'Applied automatically at checkout' : null;
    case 'reviews':
      return checks.ownReviews === 0 ? null : `${checks.ownReviews} approved reviews of this shop`;
    case 'banner':
      if (!checks.bannerClaimsEnd) return 'The banner doesn’t claim limited time';
      return checks.bannerEnds === null ? null : `The campaign ends ${checks.bannerEnds}`;
    case 'https':
      return isHttps(checks) ? checks.publicUrl : null;
  }
}

/** Page where the proof of a claim is made. Absent for a setting of the process. */
const claimSteps: Partial<Record<NonNullable<LaunchClaim['check']>, Step>> = {
  free_shipping: { label: 'Open shipping', to: '/admin/shipping' },
  returns: { label: 'Edit the days', to: '/admin/content/site' },
  sale: { label: 'Open the product', to: '/admin/product' },
  promotion: { label: 'Open discounts', to: '/admin/discounts' },
  reviews: { label: 'Open reviews', to: '/admin/reviews' },
  banner: { label: 'Edit the banner', to: '/admin/settings' },
};

function claimItem({ id, claim, where, check, needs }: LaunchClaim, checks: LaunchChecks): Item {
  const proof = check === undefined ? null : proofOf(check, checks);
  const detail = `${proof ?? needs} (${where})`;
  return {
    id: `claim_${id}`,
    title: claim,
    state: proof === null ? 'missing' : 'done',
    detail,
    isConfirmable: check === undefined,
    step: check === undefined ? undefined : claimSteps[check],
  };
}

function textItems({ unprovenTexts }: LaunchChecks): Item[] {
  if (unprovenTexts.length === 0) {
    const done = 'Every claim has proof or is part of the original content';
    return [item('texts', 'Edited text has proof', { isDone: true, done, missing: '' })];
  }
  return unprovenTexts.map(({ key, title, place, claims }) =>
    item(`text_${key}_${place}`, `${title}: ${place}`, {
      isDone: false,
      done: '',
      missing: `Says ${claims.map((claim) => `“${claim}”`).join(', ')} without proof. Edit the text, or add proof under Content > Claims and proof`,
      step: { label: 'Edit text', to: `/admin/content/${key}` },
    }),
  );
}

function withConfirmation(one: Item, confirmations: ReadonlyMap<string, Confirmation>): Item {
  const confirmation = one.isConfirmable ? confirmations.get(one.id) : undefined;
  if (confirmation === undefined) return one;
  return { ...one, state: 'done', detail: `${confirmation.note} (${confirmation.by}, ${confirmation.at})` };
}

type ClaimTexts = { claims: readonly LaunchClaim[]; legalTexts: readonly { id: string; title: string; to: string }[] };

/** Builds the checklist from checks and confirmations, including missing items. */
export function launchSections(
  checks: LaunchChecks,
  confirmations: ReadonlyMap<string, Confirmation>,
  { claims, legalTexts }: ClaimTexts,
): Section[] {
  const legal = legalTexts.map(({ id, title, to }): Item => {
    const detail = 'Not confirmed as reviewed by a lawyer';
    return {
      id: `legal_${id}`,
      title,
      state: 'missing',
      detail,
      isConfirmable: true,
      step: { label: 'Read it', to },
    };
  });
  const sections = [
    { title: 'Shop', items: shopItems(checks) },
    { title: 'What you sell', items: salesItems(checks) },
    { title: 'Email', items: mailItems(checks) },
    { title: 'Demo content', items: demoItems(checks) },
    { title: 'Public claims', items: [...claims.map((one) => claimItem(one, checks)), ...textItems(checks)] },
    { title: 'Legal texts', items: legal },
  ];
  return sections.map(({ title, items }) => ({
    title,
    items: items.map((one) => withConfirmation(one, confirmations)),
  }));
}

/** Returns the sections with open items, and the done items of all sections. */
export function checklistProgress(sections: readonly Section[]): { open: Section[]; done: Item[]; all: number } {
  const isDone = ({ state }: Item) => state === 'done';
  const open = sections.map(({ title, items }) => ({ title, items: items.filter((one) => !isDone(one)) }));
  const items = sections.flatMap((section) => section.items);
  return { open: open.filter((one) => one.items.length > 0), done: items.filter(isDone), all: items.length };
}

const examples = /(^|\.)(example|test|invalid|localhost|local)$|(^|\.)example\.(com|net|org)$/;

/** Returns the domain of a sender such as 'Name <a@shop.com>'. Null for example domains. */
export function senderDomain(from: string): string | null {
  const domain = /@([a-z\d.-]+)>?\s*$/i.exec(from)?.[1]?.toLowerCase() ?? '';
  return domain === '' || !domain.includes('.') || examples.test(domain) ? null : domain;
}
