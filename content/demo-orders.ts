/**
 * Domain of the sample people's email addresses. It is reserved, so no person and no mail server
 * has it.
 */
export const samplePeopleDomain = 'samples.example';

type SamplePlace = { city: string; state: string; postalCode: string; country: string; phone: string; street: string };

/**
 * Places of the sample people. The phone numbers are from ranges that are never assigned. `##`
 * varies.
 */
const places: [SamplePlace, ...SamplePlace[]] = [
  { city: 'New York', state: 'NY', postalCode: '10001', country: 'US', phone: '212 555 01##', street: 'Main Street' },
  {
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94103',
    country: 'US',
    phone: '415 555 01##',
    street: 'Market Street',
  },
  { city: 'Austin', state: 'TX', postalCode: '78701', country: 'US', phone: '512 555 01##', street: 'Congress Avenue' },
  { city: 'Chicago', state: 'IL', postalCode: '60601', country: 'US', phone: '312 555 01##', street: 'Pine Road' },
  { city: 'Portland', state: 'OR', postalCode: '97205', country: 'US', phone: '503 555 01##', street: 'Oak Avenue' },
  {
    city: 'Toronto',
    state: 'ON',
    postalCode: 'M5V 2T6',
    country: 'CA',
    phone: '416 555 01##',
    street: 'King Street West',
  },
  { city: 'Miami', state: 'FL', postalCode: '33130', country: 'US', phone: '305 555 01##', street: 'Coral Way' },
  { city: 'Seattle', state: 'WA', postalCode: '98101', country: 'US', phone: '206 555 01##', street: 'Union Street' },
  { city: 'Leeds', state: '', postalCode: 'LS1 4DY', country: 'GB', phone: '+44 113 496 00##', street: 'Park Row' },
  {
    city: 'Los Angeles',
    state: 'CA',
    postalCode: '90012',
    country: 'US',
    phone: '213 555 01##',
    street: 'Hill Street',
  },
  { city: 'Boston', state: 'MA', postalCode: '02108', country: 'US', phone: '617 555 01##', street: 'Beacon Street' },
  {
    city: 'Sydney',
    state: 'NSW',
    postalCode: '2000',
    country: 'AU',
    phone: '+61 2 5550 10##',
    street: 'George Street',
  },
  { city: 'Denver', state: 'CO', postalCode: '80202', country: 'US', phone: '303 555 01##', street: 'Larimer Street' },
];

const firstNames =
  'Grace Amara Hannah Priya Elena Sofia Camille Naomi Ruth Ingrid Maya Leah Tessa Yuki Nora Claire Olivia Beth Zoe'.split(
    ' ',
  );
const lastNames =
  'Kim Osei Lindqvist Shah Vargas Moreno Dubois Walker Abbott Holm Jensen Fischer Novak Tanaka Reyes Bennett Clarke'.split(
    ' ',
  );

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** Returns a sample person: the same number is the same person. */
export function samplePerson(number: number) {
  const { phone, street, ...place } = places[number % places.length] ?? places[0];
  const firstName = firstNames[number % firstNames.length] ?? '';
  const lastName = lastNames[(number * 5) % lastNames.length] ?? '';
  return {
    customer: { firstName, lastName, phone: phone.replace('##', twoDigits(number % 100)) },
    email: `${firstName}.${lastName}@${samplePeopleDomain}`.toLowerCase(),
    address: { street: `${11 + ((number * 37) % 480)} ${street}`, line2: '', ...place },
  };
}

/** States of sample orders, in the order in which an order passes them. */
export type SampleState =
  | 'confirmed'
  | 'processing'
  | 'shipped'
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivered'
  | 'cancelled';

export type SampleOrder = {
  /** Age in days, from the newest to the oldest. */
  daysAgo: number;
  state: SampleState;
  /** Number of the sample person, or the demo customer. */
  buyer: number | 'demo customer';
  units: number;
  express: boolean;
  /** True if the demo's percentage code was used. */
  code: boolean;
  /** Hold by hand, with its reason; a payment that does not match; or a dispute. */
  held?: { by: 'hand'; reason: string } | { by: 'amount' } | { by: 'dispute' };
  /** Refund without a return. `half` is half of the payment. */
  refund?: { share: 'half' | 'all'; reason: string };
  /** Return of one unit and the step that it has reached. */
  goesBack?: { step: 'requested' | 'label' | 'received' | 'refunded' | 'declined'; reason: string };
  instructions?: string;
};

type Details = Partial<Omit<SampleOrder, 'daysAgo' | 'state'>>;

/** Orders of the last weeks, each for one state of the order page. */
const recentOrders: [daysAgo: number, state: SampleState, details?: Details][] = [
  [0.1, 'confirmed', { instructions: 'Please leave it with the neighbor at number 12.' }],
  [0.4, 'confirmed', { code: true }],
  [0.9, 'confirmed', { units: 2, express: true }],
  [1.2, 'confirmed', { held: { by: 'hand', reason: 'The customer asked to change the address' } }],
  [1.6, 'confirmed'],
  [1.9, 'confirmed', { held: { by: 'amount' } }],
  [2.2, 'processing'],
  [2.6, 'processing', { express: true }],
  [3.1, 'shipped', { buyer: 'demo customer' }],
  [3.8, 'shipped'],
  [4.3, 'in_transit', { units: 2 }],
  [5, 'in_transit', { code: true }],
  [6.4, 'out_for_delivery'],
  [8, 'confirmed', { held: { by: 'dispute' } }],
  [9, 'cancelled', { refund: { share: 'all', reason: 'Ordered twice' } }],
  [9.5, 'delivered', { goesBack: { step: 'requested', reason: 'It is a present that came twice' } }],
  [11, 'delivered', { units: 3, goesBack: { step: 'label', reason: 'One more than I needed' } }],
  [13, 'delivered', { refund: { share: 'half', reason: 'The box arrived damaged' } }],
  [15, 'delivered', { goesBack: { step: 'received', reason: 'I expected a larger device' } }],
  [17, 'delivered', { buyer: 'demo customer', code: true }],
  [20, 'delivered', { express: true }],
  [23, 'delivered', { goesBack: { step: 'refunded', reason: 'Not for me' } }],
  [26, 'delivered', { units: 2 }],
  [29, 'cancelled', { refund: { share: 'all', reason: 'Changed my mind' } }],
  [33, 'delivered', { goesBack: { step: 'declined', reason: 'The rim is scratched' } }],
  [36, 'delivered', { code: true }],
  [40, 'delivered', { refund: { share: 'half', reason: 'Late delivery' } }],
  [44, 'delivered'],
];

/** Days between two older orders; the pattern repeats, and gets wider towards the first one. */
const olderGaps = [2.4, 4.1, 3.3, 5.2, 3.9, 4.6, 4.4];
const olderCount = 32;

function olderOrders(): [number, SampleState, Details][] {
  let daysAgo = 46;
  return Array.from({ length: olderCount }, (_, index) => {
    daysAgo += olderGaps[index % olderGaps.length] ?? 0;
    const details: Details = { units: index % 6 === 2 ? 2 : 1, express: index % 5 === 4, code: index % 7 === 3 };
    if (index === 9) details.refund = { share: 'all', reason: 'Lost by the carrier' };
    if (index === 18) details.goesBack = { step: 'refunded', reason: 'A friend gave me the same one' };
    return [daysAgo, 'delivered', details];
  });
}

/** Sample orders of a demo shop over six months, newest first. Every fourth buyer comes back. */
export const sampleOrders: SampleOrder[] = [...recentOrders, ...olderOrders()].map(
  ([daysAgo, state, details = {}], index) => ({
    daysAgo,
    state,
    buyer: index % 4 === 3 ? index - 3 : index,
    units: 1,
    express: false,
    code: false,
    ...details,
  }),
);

/** Sample reviews that wait for approval. They never count as verified purchases. */
export const sampleReviews = [
  {
    rating: 5,
    title: 'Small enough for my carry-on',
    content: 'It lives in my makeup bag and came along on two trips. One button, no cables to think about.',
    daysAgo: 1,
  },
  {
    rating: 4,
    title: 'Quiet and light',
    content: 'Lighter than it looks and quiet enough for mornings. I would have liked a travel case with it.',
    daysAgo: 2,
  },
  {
    rating: 3,
    title: null,
    content: 'Good grip and a nice weight. The charging cable is a little short for my bathroom.',
    daysAgo: 4,
  },
];

type SampleMessage = {
  person: number;
  subject: string;
  message: string;
  daysAgo: number;
  /** Answer of the shop; unset while the message is open. */
  answer?: string;
};

/** Sample messages to the shop, open and answered. */
export const sampleMessages: SampleMessage[] = [
  {
    person: 4,
    subject: 'Can I change my address?',
    message: 'Hi! I moved last week and used the old address at the checkout. Can you change it before it ships?',
    daysAgo: 0.8,
  },
  {
    person: 22,
    subject: 'Which serum goes with it?',
    message: 'I use a water-based serum in the morning. Is that fine with the wand?',
    daysAgo: 1.5,
  },
  {
    person: 12,
    subject: 'Invoice for my company',
    message: 'Could you send me the invoice with my company name on it, please?',
    daysAgo: 6,
    answer: 'Of course. You find the invoice in the email with your order, and we have added the name to it.',
  },
  {
    person: 30,
    subject: 'Where is my order?',
    message: 'The tracking page has not changed for two days. Is everything all right?',
    daysAgo: 19,
    answer: 'The carrier was delayed by the weather. It was delivered this morning, so it should be with you.',
  },
];

/** Sample people who subscribed to emails, with the days since. */
export const sampleSubscribers = [
  { person: 2, daysAgo: 3 },
  { person: 9, daysAgo: 10 },
  { person: 17, daysAgo: 24 },
  { person: 26, daysAgo: 41 },
  { person: 38, daysAgo: 77 },
];
