import { promisesFreeShipping } from '#modules/content/claims-check.ts';

/**
 * Line above every page: the campaign text between its dates, and the neutral text at all other
 * times.
 */
export type Banner = { text: string; neutralText: string; startsAt: Date | null; endsAt: Date | null };

/**
 * Seller named on invoices. Address and tax numbers may have several lines. Empty until the owner
 * sets them.
 */
export type Seller = { legalName: string; address: string; taxNumbers: string };

/** Returns name, address and tax numbers as separate lines. */
export function sellerLines({ legalName, address, taxNumbers }: Seller): string[] {
  return [legalName, ...address.split('\n'), ...taxNumbers.split('\n')].filter(Boolean);
}

/** Sources of tax rates: the shop's table, or Stripe Tax with the table as fallback. */
export const taxSources = ['table', 'stripe'] as const;

export type TaxSource = (typeof taxSources)[number];

/** End of a live shop's set-up. Null until the owner finishes it. */
type Launch = { finishedAt: Date | null };

export type ShopSettings = { banner: Banner; seller: Seller; taxSource: { source: TaxSource }; launch: Launch };

const limited =
  /\b(limited|last chance|only today|today only|ends|ending|hurry|final|last days?|while (stocks?|supplies) last)\b/i;

/** True when a text claims that something ends. */
export function impliesDeadline(text: string): boolean {
  return limited.test(text);
}

type Shown = {
  now: Date;
  shopMode: 'demo' | 'live';
  /** Maximum age of a shown page, in milliseconds. */ pageAgeMs: number;
  /** Texts about free shipping, empty where they are not true. */
  freeShipping: { everyOrder: string; banner: string };
};

/**
 * Returns the banner of a page rendered now: the campaign between its dates, else the neutral text.
 * In a live shop, a campaign that claims an end needs an end date. A page can be shown for
 * `pageAgeMs`, so the campaign ends that much earlier. A text that promises free shipping is shown
 * only while it is free on every order; instead of it the shop's other offer, which may be empty.
 */
export function bannerText(banner: Banner, { freeShipping, ...shown }: Shown): string {
  const isTrue = (text: string) => freeShipping.everyOrder !== '' || !promisesFreeShipping(text);
  const current = currentText(banner, shown);
  return [current, banner.neutralText].find(isTrue) ?? freeShipping.banner;
}

/** Returns the text of the banner by its dates alone. */
function currentText(
  { text, neutralText, startsAt, endsAt }: Banner,
  { now, shopMode, pageAgeMs }: Omit<Shown, 'freeShipping'>,
): string {
  if (shopMode === 'live' && endsAt === null && impliesDeadline(text)) return neutralText;
  if (startsAt !== null && now < startsAt) return neutralText;
  if (endsAt !== null && now.getTime() + pageAgeMs >= endsAt.getTime()) return neutralText;
  return text;
}
