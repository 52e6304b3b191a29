import { percentText } from './tax-rates.ts';

const usSource = 'Tax Foundation, State and Local Sales Tax Rates, Midyear 2025, as of Jul 1, 2025';
const gstSource = 'Canada Revenue Agency, GST, as of Apr 1, 2025';

/** Published base rate of a place, without local taxes. */
export type BaseRate = {
  country: string;
  /** '' for a whole country. */
  state: string;
  name: string;
  /** Millionths. */
  ratePpm: number;
  inclusive: boolean;
  /** Publication and the day for which it states the rate. */
  source: string;
};

type Table = { country: string; inclusive: boolean; name: string; source: string; rates: string };

/** Sources of rates that leave out a local part, or that of a province. */
const withoutLocalPart: readonly { country: string; source: string; isOf(state: string): boolean }[] = [
  { country: 'US', source: usSource, isOf: (state) => state !== '' },
  { country: 'CA', source: gstSource, isOf: (state) => state === '' },
];

/** Rates in percent by state, '*' for a whole country. `docs/decisions/0009-tax-rates.md`. */
const tables: readonly Table[] = [
  {
    country: 'US',
    inclusive: false,
    name: 'Sales tax',
    source: usSource,
    rates:
      'AL 4|AK 0|AZ 5.6|AR 6.5|CA 7.25|CO 2.9|CT 6.35|DE 0|DC 6|FL 6|GA 4|HI 4|ID 6|IL 6.25|IN 7|IA 6|KS 6.5|KY 6|LA 5|ME 5.5|MD 6|MA 6.25|MI 6|MN 6.875|MS 7|MO 4.225|MT 0|NE 5.5|NV 6.85|NH 0|NJ 6.625|NM 4.875|NY 4|NC 4.75|ND 5|OH 5.75|OK 4.5|OR 0|PA 6|RI 7|SC 6|SD 4.2|TN 7|TX 6.25|UT 6.1|VT 6|VA 5.3|WA 6.5|WV 6|WI 5|WY 4',
  },
  {
    country: 'US',
    inclusive: false,
    name: 'Sales tax',
    source: 'Puerto Rico IVU, 10.5 % and 1 % municipal, as of Jul 1, 2025',
    rates: 'PR 11.5',
  },
  {
    country: 'CA',
    inclusive: false,
    name: 'GST',
    source: gstSource,
    rates: '* 5|AB 5|NT 5|NU 5|YT 5',
  },
  {
    country: 'CA',
    inclusive: false,
    name: 'GST/HST',
    source: 'Canada Revenue Agency and provinces, GST with HST, PST or QST, as of Apr 1, 2025',
    rates: 'BC 12|MB 12|SK 11|QC 14.975|ON 13|NB 15|NL 15|PE 15|NS 14',
  },
  {
    country: 'GB',
    inclusive: true,
    name: 'VAT',
    source: 'HM Revenue & Customs, standard rate, as of Jul 1, 2025',
    rates: '* 20',
  },
  {
    country: 'AU',
    inclusive: true,
    name: 'GST',
    source: 'Australian Taxation Office, GST, as of Jul 1, 2025',
    rates: '* 10',
  },
];

/** Published base rates of the countries that the shop delivers to. */
export const baseRates: readonly BaseRate[] = tables.flatMap(({ rates, ...common }) =>
  rates.split('|').map((entry) => {
    const [state = '', percent = ''] = entry.split(' ');
    return { ...common, state: state === '*' ? '' : state, ratePpm: Math.round(Number(percent) * 10_000) };
  }),
);

/** Source of rates that the shop seeded before it had this table. They were those of 2011. */
export const earlierSource = 'sales-tax package';

type StoredRate = Pick<BaseRate, 'country' | 'state' | 'ratePpm' | 'source'>;

/** True for a published base rate to which a place adds a tax that the table does not have. */
export function lacksLocalTax({ country, state, source }: Omit<StoredRate, 'ratePpm'>): boolean {
  const isBase = (published: string) => source === published || source === earlierSource;
  return withoutLocalPart.some((one) => one.country === country && one.isOf(state) && isBase(one.source));
}

/** Returns the base rate that replaces a rate of the earlier source. Null if both are equal. */
export function newerRate(stored: StoredRate): BaseRate | null {
  if (stored.source !== earlierSource) return null;
  const known = baseRates.find(({ country, state }) => country === stored.country && state === stored.state);
  return known === undefined || known.ratePpm === stored.ratePpm ? null : known;
}

/** Returns '7.25 %, Tax Foundation …'. */
export function baseRateText({ ratePpm, source }: BaseRate): string {
  return `${percentText(ratePpm)} %, ${source}`;
}
