export type Region = { code: string; name: string };

const listed = (text: string): Region[] =>
  text
    .split('|')
    .map((entry) => ({ code: entry.slice(0, entry.indexOf(' ')), name: entry.slice(entry.indexOf(' ') + 1) }));

/** States, provinces and territories of the countries whose addresses need one. */
const regions: Record<string, Region[]> = {
  US: listed(
    'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming',
  ),
  CA: listed(
    'AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon',
  ),
  AU: listed(
    'ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia',
  ),
};

/** The regions that an address in a country can name; none where they are not asked for. */
export function regionsOf(country: string): readonly Region[] {
  return Object.hasOwn(regions, country) ? (regions[country] ?? []) : [];
}

/** The code of a region that was typed or filled in by a browser as code or as name; null when it is none of the country's. */
export function regionCode(country: string, typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const found = regionsOf(country).find(({ code, name }) => code.toLowerCase() === text || name.toLowerCase() === text);
  return found?.code ?? null;
}
