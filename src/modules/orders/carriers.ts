type Carrier = {
  name: string;
  /** Further names, in the form that `plain` returns. */
  names: readonly string[];
  /** Form of its tracking numbers, without spaces and in capitals. */
  numbers: RegExp;
};

const carriers: readonly Carrier[] = [
  {
    name: 'USPS',
    names: ['us postal service', 'united states postal service', 'us mail', 'us post', 'postal service', 'stamps com'],
    numbers: /^(?:9\d{15,33}|[A-Z]{2}\d{9}US|\d{20}|\d{22})$/,
  },
  {
    name: 'UPS',
    names: ['united parcel service'],
    numbers: /^(?:1Z[A-Z0-9]{16}|[HKT]\d{10}|\d{9}|\d{12}|9\d{21,25})$/,
  },
  { name: 'FedEx', names: ['fed ex', 'federal express'], numbers: /^(?:\d{12}|\d{15}|\d{20}|\d{22}|\d{34})$/ },
  {
    name: 'DHL',
    names: ['deutsche post dhl', 'deutsche post'],
    numbers: /^(?:\d{10,11}|\d{20,22}|[A-Z]{2}\d{9}[A-Z]{2}|(?:GM|LX|RX|JD|JJD|JVGL)[A-Z0-9]{8,30})$/,
  },
  { name: 'Royal Mail', names: ['royalmail', 'parcelforce'], numbers: /^(?:[A-Z]{2}\d{9}GB|[A-Z0-9]{16}|\d{21})$/ },
  {
    name: 'Canada Post',
    names: ['canadapost', 'postes canada', 'canada post postes canada'],
    numbers: /^(?:\d{16}|[A-Z]{2}\d{9}CA)$/,
  },
  {
    name: 'Australia Post',
    names: ['auspost', 'aus post', 'australiapost', 'startrack'],
    numbers: /^(?:[A-Z]{2}\d{9}AU|[A-Z0-9]{12,23})$/,
  },
];

/** Names of the carriers that the shop links to. */
export const carrierNames: readonly string[] = carriers.map(({ name }) => name);

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/(?<=\b[a-z])\./g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

/**
 * Returns the carrier that a text names, in any case and with its service ("U.P.S. Ground"). Null
 * for any other.
 */
export function carrierNamed(typed: string): string | null {
  const text = plain(typed);
  const isNamed = (name: string) => text === name || text.startsWith(`${name} `);
  return carriers.find(({ name, names }) => [name.toLowerCase(), ...names].some(isNamed))?.name ?? null;
}

/**
 * Returns a doubt about a tracking number that a carrier does not give in this form, or null. An
 * unknown carrier may give any.
 */
export function numberDoubt(carrierName: string, trackingNumber: string): string | null {
  const isUsual = carriers.find(({ name }) => name === carrierName)?.numbers.test(trackingNumber) ?? true;
  return isUsual ? null : `This does not look like a ${carrierName} number.`;
}
