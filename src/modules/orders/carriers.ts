import {
  canadaPostChecks,
  dhlChecks,
  fedexChecks,
  postalChecks,
  upsChecks,
  uspsChecks,
  type NumberCheck,
} from './check-digits.ts';

type Carrier = {
  name: string;
  /** Further names, in the form that `plain` returns. */
  names: readonly string[];
  /** Form of its tracking numbers, without spaces and in capitals. */
  numbers: RegExp;
  /** Forms of its numbers with a check digit. */
  checks?: readonly NumberCheck[];
  /** Its tracking page, up to the number and after it. */
  page: readonly [before: string, after?: string];
};

const carriers: readonly Carrier[] = [
  {
    name: 'USPS',
    names: ['us postal service', 'united states postal service', 'us mail', 'us post', 'postal service', 'stamps com'],
    numbers: /^(?:9\d{15,33}|[A-Z]{2}\d{9}US|\d{20}|\d{22})$/,
    checks: uspsChecks,
    page: ['https://tools.usps.com/go/TrackConfirmAction?tLabels='],
  },
  {
    name: 'UPS',
    names: ['united parcel service'],
    numbers: /^(?:1Z[A-Z0-9]{16}|[HKT]\d{10}|\d{9}|\d{12}|9\d{21,25})$/,
    checks: upsChecks,
    page: ['https://www.ups.com/track?tracknum='],
  },
  {
    name: 'FedEx',
    names: ['fed ex', 'federal express'],
    numbers: /^(?:\d{12}|\d{15}|\d{20}|\d{22}|\d{34})$/,
    checks: fedexChecks,
    page: ['https://www.fedex.com/fedextrack/?trknbr='],
  },
  {
    name: 'DHL',
    names: ['deutsche post dhl', 'deutsche post'],
    numbers: /^(?:\d{10,11}|\d{20,22}|[A-Z]{2}\d{9}[A-Z]{2}|(?:GM|LX|RX|JD|JJD|JVGL)[A-Z0-9]{8,30})$/,
    checks: dhlChecks,
    page: ['https://www.dhl.com/en/express/tracking.html?AWB='],
  },
  {
    name: 'Royal Mail',
    names: ['royalmail'],
    numbers: /^(?:[A-Z]{2}\d{9}GB|[A-Z0-9]{16}|\d{21})$/,
    checks: postalChecks,
    page: ['https://www.royalmail.com/track-your-item#/tracking-results/'],
  },
  {
    name: 'Canada Post',
    names: ['canadapost', 'postes canada', 'canada post postes canada'],
    numbers: /^(?:\d{16}|[A-Z]{2}\d{9}CA)$/,
    checks: canadaPostChecks,
    page: ['https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor='],
  },
  {
    name: 'Australia Post',
    names: ['auspost', 'aus post', 'australiapost', 'startrack'],
    numbers: /^(?:[A-Z]{2}\d{9}AU|[A-Z0-9]{12,23})$/,
    checks: postalChecks,
    page: ['https://auspost.com.au/mypost/track/#/details/'],
  },
  {
    name: 'DPD',
    names: ['dpd local', 'dpduk'],
    numbers: /^[A-Z0-9]{10,28}$/,
    page: ['https://track.dpd.co.uk/parcels/'],
  },
  {
    name: 'Evri',
    names: ['hermes uk', 'myhermes'],
    numbers: /^[A-Z0-9]{8,24}$/,
    page: ['https://www.evri.com/track/parcel/', '/details'],
  },
  {
    name: 'Parcelforce',
    names: ['parcel force'],
    numbers: /^[A-Z0-9]{9,16}$/,
    checks: postalChecks,
    page: ['https://www.parcelforce.com/track-trace?trackNumber='],
  },
  { name: 'Yodel', names: [], numbers: /^[A-Z0-9]{8,24}$/, page: ['https://www.yodel.co.uk/tracking/'] },
  {
    name: 'Purolator',
    names: [],
    numbers: /^[A-Z0-9]{9,15}$/,
    page: ['https://www.purolator.com/en/shipping/tracker?pin='],
  },
  {
    name: 'OnTrac',
    names: ['lasership'],
    numbers: /^[A-Z0-9]{8,20}$/,
    page: ['https://www.ontrac.com/tracking/?number='],
  },
  {
    name: 'Aramex',
    names: ['fastway'],
    numbers: /^[A-Z0-9]{8,24}$/,
    page: ['https://www.aramex.com/track/results?ShipmentNumber='],
  },
  { name: 'Sendle', names: [], numbers: /^[A-Z0-9]{6,20}$/, page: ['https://track.sendle.com/tracking?ref='] },
];

/** Names of the carriers that the shop knows. */
export const carrierNames: readonly string[] = carriers.map(({ name }) => name);

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/(?<=\b[a-z])\./g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();

function known(typed: string): Carrier | undefined {
  const text = plain(typed);
  const isNamed = (name: string) => text === name || text.startsWith(`${name} `);
  return carriers.find(({ name, names }) => [name.toLowerCase(), ...names].some(isNamed));
}

/**
 * Returns the known carrier that a text names, in any case and with its service ("U.P.S. Ground").
 * Null for any other.
 */
export const carrierNamed = (typed: string): string | null => known(typed)?.name ?? null;

/**
 * Returns a doubt about a tracking number that a carrier does not give in this form, or null. An
 * unknown carrier may give any.
 */
export function trackingNumberWarning(carrierName: string, trackingNumber: string): string | null {
  const isUsual = known(carrierName)?.numbers.test(trackingNumber) ?? true;
  return isUsual ? null : `This doesn’t look like a ${known(carrierName)?.name} tracking number.`;
}

const isWrong = (checks: readonly NumberCheck[], number: string) => {
  const fitting = checks.filter(({ form }) => form.test(number));
  return fitting.length === 0 ? null : !fitting.some(({ isRight }) => isRight(number));
};

/** Zeros that a spreadsheet drops in front of a number, at most. */
const zerosMax = 3;

/**
 * Returns the question that a carrier's check digits raise about a tracking number, or null.
 * `zeros_missing` is a number that is right with zeros in front.
 */
export function numberQuestion(carrierName: string, trackingNumber: string): 'check_digit' | 'zeros_missing' | null {
  const { checks = [], numbers } = known(carrierName) ?? {};
  if (isWrong(checks, trackingNumber) === true) return 'check_digit';
  if (numbers === undefined || numbers.test(trackingNumber) || !/^\d{8,}$/.test(trackingNumber)) return null;
  const padded = Array.from({ length: zerosMax }, (_, zeros) => `${'0'.repeat(zeros + 1)}${trackingNumber}`);
  return padded.some((number) => isWrong(checks, number) === false) ? 'zeros_missing' : null;
}

/** Returns the carrier's tracking page of a package. An unknown carrier gets a web search. */
export function carrierLink(carrierName: string, trackingNumber: string): string {
  const number = trackingNumber.trim();
  const [before, after = ''] = known(carrierName)?.page ?? [];
  if (before !== undefined) return `${before}${encodeURIComponent(number)}${after}`;
  const query = [carrierName.trim(), 'tracking', number].filter(Boolean).join(' ');
  return `https://www.google.com/search?q=${encodeURIComponent(query)}`;
}
