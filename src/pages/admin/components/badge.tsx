import type { ReactNode } from 'react';

import type { LoggedMail } from '#modules/email/mail-log.queries.server.ts';
import type { PhoneOrderState } from '#modules/phone-orders/phone-order.ts';
import { classes } from '#ui/classes.ts';

/** Green is done, amber waits for a person, red is a failure. Everything else is neutral. */
const tones = {
  good: 'bg-leaf/10 text-leaf',
  warn: 'bg-amber-100 text-amber-900',
  danger: 'bg-rose/10 text-wine',
  active: 'bg-ink/6 text-ink',
  plain: 'border border-line text-soft',
};

export type Tone = keyof typeof tones;

/** Status in one word. The color only repeats the word's meaning. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes('inline-block rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap', tones[tone])}
    >
      {children}
    </span>
  );
}

export type State = readonly [tone: Tone, word: string];

export const stateLabels = (states: Record<string, State>) =>
  Object.fromEntries(Object.entries(states).map(([state, [, word]]) => [state, word]));

export const StateBadge = ({ of: [tone, word] }: { of: State }) => <Badge tone={tone}>{word}</Badge>;

export const mailStateBadges: Record<LoggedMail['state'] | 'dismissed', State> = {
  queued: ['active', 'Queued'],
  sent: ['good', 'Sent'],
  failed: ['danger', 'Failed'],
  dismissed: ['plain', 'Dismissed'],
};

export function MailBadge({ mail: { state, dismissedAt } }: { mail: Pick<LoggedMail, 'state' | 'dismissedAt'> }) {
  return <StateBadge of={mailStateBadges[dismissedAt === null ? state : 'dismissed']} />;
}

type Filed = { handledAt: Date | null; isSpam: boolean };

export function MessageBadge({ message: { handledAt, isSpam } }: { message: Filed }) {
  if (isSpam) return <Badge tone="plain">Spam</Badge>;
  return handledAt === null ? <Badge tone="warn">Open</Badge> : <Badge tone="good">Answered</Badge>;
}

const phoneOrderBadges: Record<PhoneOrderState, State> = {
  waiting: ['active', 'Link sent'],
  opened: ['active', 'Link opened'],
  being_paid: ['active', 'Payment in progress'],
  paid: ['good', 'Paid'],
  expired: ['plain', 'Expired'],
  withdrawn: ['plain', 'Cancelled'],
};

type ShownPhoneOrder = { state: PhoneOrderState; orderNumber: string | null };

/** State of a phone order, and the order that it became. */
export function PhoneOrderBadge({ order: { state, orderNumber } }: { order: ShownPhoneOrder }) {
  const [tone, word] = phoneOrderBadges[state];
  return <StateBadge of={[tone, orderNumber === null ? word : `${word} ${orderNumber}`]} />;
}
