import { formatUsd, type Cents } from '#shared/money.ts';
import { shortDay } from '#shared/shop-time.ts';

/** Something to tell admins about. `subject` identifies it within its kind. */
export type Notice = {
  kind: NoticeKind;
  subject: string;
  /** Order number, product, kind of email, or the thing in words; '' if there is none. */
  label: string;
  cents: Cents | null;
  /** Deadline for the shop's answer. */
  dueAt: Date | null;
};

type Facts = Omit<Notice, 'kind'>;

type KindFacts = {
  label: string;
  /** Name in a subject line, for one and for several. */
  one: string;
  many: string;
  line(facts: Facts): string;
  /** Admin page of the thing. */
  path(facts: Facts): string;
};

const amount = (cents: Cents | null) => formatUsd(cents ?? 0);
const orderPath = ({ label }: Facts) => (label === '' ? '/admin/orders' : `/admin/orders/${label}`);

/** Kinds of notifications, in the order in which they are listed. */
export const noticeKinds = {
  order: {
    label: 'New order',
    one: 'new order',
    many: 'new orders',
    line: ({ label, cents }) => `New order ${label}: ${amount(cents)}`,
    path: orderPath,
  },
  order_on_hold: {
    label: 'Order on hold',
    one: 'order on hold',
    many: 'orders on hold',
    line: ({ label }) => `Order ${label} is on hold until you release or cancel it`,
    path: orderPath,
  },
  dispute: {
    label: 'Dispute',
    one: 'dispute',
    many: 'disputes',
    line: ({ label, cents, dueAt }) =>
      `The bank disputed ${amount(cents)}${label === '' ? '' : ` for order ${label}`}${dueAt === null ? '' : `. Respond by ${shortDay(dueAt)}`}`,
    path: orderPath,
  },
  return_requested: {
    label: 'Return',
    one: 'return request',
    many: 'return requests',
    line: ({ label }) => `Return requested for order ${label}`,
    path: orderPath,
  },
  refund_failed: {
    label: 'Failed refund',
    one: 'failed refund',
    many: 'failed refunds',
    line: ({ label, cents }) => `The refund of ${amount(cents)} for order ${label} failed`,
    path: orderPath,
  },
  email_failed: {
    label: 'Failed email',
    one: 'failed email',
    many: 'failed emails',
    line: ({ label }) => `An email could not be sent (${label.replaceAll('_', ' ')})`,
    path: ({ subject }) => `/admin/mails/${subject}`,
  },
  low_stock: {
    label: 'Low stock',
    one: 'product low in stock',
    many: 'products low in stock',
    line: ({ label }) => `${label} is low in stock`,
    path: () => '/admin/product',
  },
  job_failing: {
    label: 'Failing background job',
    one: 'failing background job',
    many: 'failing background jobs',
    line: ({ label }) => `Background job ${label}`,
    path: () => '/admin',
  },
  work_refused: {
    label: 'Refused background work',
    one: 'thing that did not happen',
    many: 'things that did not happen',
    line: ({ label }) => label,
    // The subject is the page, and what tells its refusals apart.
    path: ({ subject }) => subject.split('#')[0] ?? '/admin',
  },
  backup_missed: {
    label: 'Missed backup',
    one: 'missed backup',
    many: 'missed backups',
    line: () => 'No backup in the last 26 hours',
    path: () => '/admin',
  },
} as const satisfies Record<string, KindFacts>;

export type NoticeKind = keyof typeof noticeKinds;

export const noticeKindNames = Object.keys(noticeKinds) as NoticeKind[];

/** Ways to be told of a kind, with their labels. */
export const deliveries = { at_once: 'Immediately', daily: 'Daily summary', off: 'Off' } as const;

export type Delivery = keyof typeof deliveries;

/** Delivery of every kind that an admin has not changed. */
export const defaultDelivery: Delivery = 'at_once';

export type Preferences = Record<NoticeKind, Delivery>;

/** Line of an email with the admin page of its thing. */
export type NoticeLine = { kind: NoticeKind; line: string; path: string };

export function noticeLine({ kind, ...facts }: Notice): NoticeLine {
  const { line, path } = noticeKinds[kind];
  return { kind, line: line(facts), path: path(facts) };
}

/** Returns the line of a single notice, or the counts by kind: '3 new orders, 1 dispute'. */
export function noticeHeading(lines: readonly NoticeLine[]): string {
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return only.line;
  return noticeKindNames
    .map((name) => ({ name, count: lines.filter(({ kind }) => kind === name).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${count === 1 ? noticeKinds[name].one : noticeKinds[name].many}`)
    .join(', ');
}
