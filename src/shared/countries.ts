import { normalizeIdentifier, normalizeCompactIdentifier } from './identifier.ts';

export type Region = { code: string; name: string };

type Country = {
  name: string;
  /** Prefix before the national number of a phone. */
  callingCode: string;
  /** True when prices include the country's tax. */
  holdsTax: boolean;
  stateLabel: string;
  stateRequired: boolean;
  /** States, provinces and territories of an address. Empty if any county may be written. */
  regions: readonly Region[];
  postalLabel: string;
  postalSentence: string;
  postalNumeric: boolean;
  /**
   * Formats of a postal code in capitals without spaces, each with the form in which its groups are
   * written.
   */
  postal: readonly [form: RegExp, written: string][];
};

const listed = (text: string): Region[] =>
  text
    .split('|')
    .map((entry) => ({ code: entry.slice(0, entry.indexOf(' ')), name: entry.slice(entry.indexOf(' ') + 1) }));

const records = {
  US: {
    name: 'United States',
    callingCode: '1',
    holdsTax: false,
    stateLabel: 'State',
    stateRequired: true,
    regions: listed(
      'AL Alabama|AK Alaska|AS American Samoa|AZ Arizona|AR Arkansas|AA Armed Forces Americas|AE Armed Forces Europe|AP Armed Forces Pacific|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|GU Guam|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|MP Northern Mariana Islands|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|VI U.S. Virgin Islands|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming',
    ),
    postalLabel: 'ZIP code',
    postalSentence: 'Enter a 5-digit ZIP, for example 94103',
    postalNumeric: true,
    postal: [
      [/^(\d{5})$/, '$1'],
      [/^(\d{5})-?(\d{4})$/, '$1-$2'],
    ],
  },
  CA: {
    name: 'Canada',
    callingCode: '1',
    holdsTax: false,
    stateLabel: 'Province',
    stateRequired: true,
    regions: listed(
      'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon',
    ),
    postalLabel: 'Postal code',
    postalSentence: 'Enter a postal code, for example K1A 0B1',
    postalNumeric: false,
    postal: [[/^([A-Z]\d[A-Z])-?(\d[A-Z]\d)$/, '$1 $2']],
  },
  GB: {
    name: 'United Kingdom',
    callingCode: '44',
    holdsTax: true,
    stateLabel: 'County',
    stateRequired: false,
    regions: [],
    postalLabel: 'Postcode',
    postalSentence: 'Enter a postcode, for example SW1A 1AA',
    postalNumeric: false,
    postal: [
      [/^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/, '$1 $2'],
      [/^(GIR)(0AA)$/, '$1 $2'],
      [/^(BFPO)(\d{1,4})$/, '$1 $2'],
    ],
  },
  AU: {
    name: 'Australia',
    callingCode: '61',
    holdsTax: true,
    stateLabel: 'State',
    stateRequired: true,
    regions: listed(
      'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
    ),
    postalLabel: 'Postcode',
    postalSentence: 'Enter a 4-digit postcode, for example 2000',
    postalNumeric: true,
    postal: [[/^(\d{4})$/, '$1']],
  },
} as const satisfies Record<string, Country>;

export type CountryCode = keyof typeof records;

/** Countries that the shop delivers to, the default first. */
export const countries = ['US', 'CA', 'GB', 'AU'] as const satisfies readonly CountryCode[];

/** True when the shop delivers to a country. */
export function isCountry(code: string): code is CountryCode {
  return Object.hasOwn(records, code);
}

/** Returns the address rules of a country. An unknown country gets those of the default. */
export function addressRules(country: string): Country {
  return records[isCountry(country) ? country : 'US'];
}

let names: Intl.DisplayNames | undefined;

/** Returns the name of any country, or the text itself if it is no country code. */
export function countryName(code: string): string {
  if (isCountry(code)) return records[code].name;
  if (!/^[A-Z]{2}$/.test(code)) return code;
  names ??= new Intl.DisplayNames('en-US', { type: 'region' });
  return names.of(code) ?? code;
}

/** Returns the regions of a country. Empty if addresses there do not ask for one. */
export function regionsOf(country: string): readonly Region[] {
  return isCountry(country) ? records[country].regions : [];
}

/**
 * Returns only the letters, lowercase and without accents, because "Québec" and "N.Y." have several
 * spellings.
 */
const lettersOf = (text: string) => text.normalize('NFD').replaceAll(/\P{L}/gu, '').toLowerCase();

/**
 * Returns the code of a region that a shopper, browser or wallet wrote as code or name. Null if the
 * country has no such region.
 */
export function regionCode(country: string, typed: string): string | null {
  const text = lettersOf(normalizeIdentifier(typed));
  const found = regionsOf(country).find(({ code, name }) => code.toLowerCase() === text || lettersOf(name) === text);
  return found?.code ?? null;
}

/**
 * Returns the stored form of a state or county: a code if the country has a list, '' if it belongs
 * to another country.
 */
export function stateIn(country: string, typed: string): string {
  if (regionsOf(country).length > 0) return regionCode(country, typed) ?? '';
  return countries.some((other) => regionCode(other, typed) !== null) ? '' : normalizeIdentifier(typed);
}

/**
 * Returns a postal code as its country writes it, regardless of case and spaces. Null if it is not
 * valid there.
 */
export function postalCodeIn(country: string, typed: string): string | null {
  const text = normalizeCompactIdentifier(typed).toUpperCase();
  const found = addressRules(country).postal.find(([form]) => form.test(text));
  return found === undefined ? null : text.replace(...found);
}

/** Part of a country with its own tax or delivery time, identified by postal codes. */
export type PostalArea = {
  name: string;
  /**
   * Pattern of postal codes in capitals without spaces. Matches a first half too, because some
   * wallets send only that.
   */
  postal: RegExp;
  /** `null` if no tax of the country is due; a state code if that state's rate applies. */
  tax: 'country' | { state: string } | null;
  /** Business days added to the minimum and maximum of every shipping option. */
  extraDays: readonly [min: number, max: number];
};

/**
 * Areas for which the country alone is wrong. The extra days are the shop's own estimate: carriers
 * publish ranges for these areas, and goods for most of them pass customs.
 */
const areas: Record<CountryCode, readonly PostalArea[]> = {
  // USPS Publication 28, appendix B (states, territories, armed forces), and USPS L005 (ZIP
  // prefixes). No state's sales tax is due on shipments to these areas. Puerto Rico has a rate of
  // its own. Others have a tax only if the owner adds their row to the table of rates.
  US: [
    { name: 'Puerto Rico', postal: /^00[679]\d\d/, tax: { state: 'PR' }, extraDays: [1, 3] },
    { name: 'U.S. Virgin Islands', postal: /^008\d\d/, tax: { state: 'VI' }, extraDays: [1, 3] },
    { name: 'American Samoa', postal: /^96799/, tax: { state: 'AS' }, extraDays: [3, 7] },
    { name: 'Northern Mariana Islands', postal: /^9695[0-2]/, tax: { state: 'MP' }, extraDays: [3, 7] },
    { name: 'Guam', postal: /^969[12]\d/, tax: { state: 'GU' }, extraDays: [3, 7] },
    { name: 'Armed Forces Europe', postal: /^09\d{3}/, tax: { state: 'AE' }, extraDays: [4, 9] },
    { name: 'Armed Forces Americas', postal: /^340\d\d/, tax: { state: 'AA' }, extraDays: [4, 9] },
    { name: 'Armed Forces Pacific', postal: /^96[2-6]\d\d/, tax: { state: 'AP' }, extraDays: [4, 9] },
  ],
  // CRA memorandum 3-1: GST/HST follows the province, which every address names. Forces' mail
  // (CFPO) is mail within Canada.
  CA: [],
  // VAT Act 1994 s. 96 and HMRC notice 703: goods for the Channel Islands and Gibraltar are
  // exports, zero-rated. The Isle of Man is the United Kingdom for VAT (Isle of Man Act 1979, HMRC
  // notice 1000). Consumers in Northern Ireland (BT) pay UK VAT (Windsor Framework, HMRC guidance
  // on VAT on goods). BFPO numbers do not show whether they are abroad: UK VAT.
  GB: [
    { name: 'Jersey', postal: /^JE\d/, tax: null, extraDays: [1, 3] },
    { name: 'Guernsey', postal: /^GY\d/, tax: null, extraDays: [1, 3] },
    { name: 'Gibraltar', postal: /^GX11/, tax: null, extraDays: [2, 5] },
    { name: 'Isle of Man', postal: /^IM\d/, tax: 'country', extraDays: [1, 2] },
    { name: 'Northern Ireland', postal: /^BT\d/, tax: 'country', extraDays: [0, 1] },
  ],
  // A New Tax System (Goods and Services Tax) Act 1999 s. 195-1: the indirect tax zone excludes the
  // external territories. Lord Howe Island (2898) is New South Wales and is taxed. So is 7151,
  // which Macquarie Island (Tasmania) shares with the Antarctic.
  AU: [
    { name: 'Norfolk Island', postal: /^2899$/, tax: null, extraDays: [5, 10] },
    { name: 'Christmas Island', postal: /^6798$/, tax: null, extraDays: [5, 10] },
    { name: 'Cocos (Keeling) Islands', postal: /^6799$/, tax: null, extraDays: [5, 10] },
  ],
};

/**
 * Returns the area of a postal code with its own tax or delivery time. Null for the rest of its
 * country and for other countries.
 */
export function postalArea(country: string, postalCode: string): PostalArea | null {
  if (!isCountry(country)) return null;
  const text = normalizeCompactIdentifier(postalCode)
    .replaceAll(/[^A-Za-z\d]+/g, '')
    .toUpperCase();
  return areas[country].find(({ postal }) => postal.test(text)) ?? null;
}
