/** The line above every page: a campaign between its dates, and what stands there at all other times. */
export type Banner = { text: string; neutralText: string; startsAt: Date | null; endsAt: Date | null };

/** Who sells, as invoices name it; address and tax numbers line by line. Empty until the owner says so. */
export type Seller = { legalName: string; address: string; taxNumbers: string };

/** Name, address and tax numbers below each other. */
export function sellerLines({ legalName, address, taxNumbers }: Seller): string[] {
  return [legalName, ...address.split('\n'), ...taxNumbers.split('\n')].filter(Boolean);
}

export type ShopSettings = { banner: Banner; seller: Seller };

const limited =
  /\b(limited|last chance|only today|today only|ends|ending|hurry|final|last days?|while (stocks?|supplies) last)\b/i;

/** Whether a text says that something will end. */
export function claimsAnEnd(text: string): boolean {
  return limited.test(text);
}

type Shown = {
  now: Date;
  shopMode: 'demo' | 'live';
  /** For how long a page may be shown after it was made. */ pageAgeMs: number;
};

/**
 * The banner of a page that is made now: the campaign between its dates, otherwise the neutral text. In a live shop a text that
 * says that something ends needs its end. A page outlives its making by `pageAgeMs`: the campaign ends that much earlier.
 */
export function bannerText(
  { text, neutralText, startsAt, endsAt }: Banner,
  { now, shopMode, pageAgeMs }: Shown,
): string {
  if (shopMode === 'live' && endsAt === null && claimsAnEnd(text)) return neutralText;
  if (startsAt !== null && now < startsAt) return neutralText;
  if (endsAt !== null && now.getTime() + pageAgeMs >= endsAt.getTime()) return neutralText;
  return text;
}
