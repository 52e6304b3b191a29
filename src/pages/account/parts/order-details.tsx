import type { Amount, InvoiceFigures } from '#modules/after/pdfs/rules.ts';
import type { TrackingInfo } from '#modules/after/tracking/contract.ts';
import { Timeline } from '#modules/after/tracking/ui/timeline.tsx';
import { formatUsd } from '#shared/money.ts';
import { ExternalIcon } from '#ui/icons.tsx';

import { Card } from './page.tsx';

function TrackingLink({ tracking: { carrier, trackingNumber, trackingUrl } }: { tracking: TrackingInfo }) {
  if (trackingUrl === null) return null;
  return (
    <p>
      {carrier}{' '}
      <a
        href={trackingUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center gap-1.5 break-all font-medium text-berry underline underline-offset-4"
      >
        {trackingNumber}
        <ExternalIcon className="size-4 shrink-0" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </p>
  );
}

export type Delivery = { method: string | null; lines: readonly string[]; notes: readonly string[] };

function DeliveryCard({ delivery, tracking }: { delivery: Delivery; tracking: TrackingInfo }) {
  return (
    <Card id="delivery" title="Delivery">
      {delivery.method === null ? null : <p className="font-medium">{delivery.method}</p>}
      {tracking.estimatedDelivery === null ? null : <p>Estimated delivery {tracking.estimatedDelivery}</p>}
      <TrackingLink tracking={tracking} />
      <address className="mt-4 not-italic">
        {delivery.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </address>
      {delivery.notes.map((note) => (
        <p key={note} className="mt-2 text-soft">
          {note}
        </p>
      ))}
    </Card>
  );
}

function Row({ name, text, big = false }: Amount & { big?: boolean }) {
  return (
    <div
      className={
        big
          ? 'mt-2 flex justify-between gap-6 border-t border-line pt-3 text-xl font-medium'
          : 'flex justify-between gap-6 py-1'
      }
    >
      <dt>{name}</dt>
      <dd className="tabular-nums">{text}</dd>
    </div>
  );
}

type Bill = { figures: InvoiceFigures; paidWith: string | null };

function BillCard({ figures, paidWith }: Bill) {
  return (
    <Card id="bill" title="Order summary">
      <ul className="divide-y divide-line">
        {figures.lines.map(({ name, quantity, unitPriceCents, amountCents }) => (
          <li key={name} className="flex justify-between gap-6 py-3 first:pt-0">
            <span>
              {name}
              <span className="block text-sm text-soft">
                {quantity} × {formatUsd(unitPriceCents)}
              </span>
            </span>
            <span className="tabular-nums">{formatUsd(amountCents)}</span>
          </li>
        ))}
      </ul>
      <dl className="border-t border-line pt-3">
        {figures.steps.map((step) => (
          <Row key={`${step.kind} ${step.name}`} {...step} />
        ))}
        <Row name="Total" text={formatUsd(figures.totalCents)} big />
        {figures.included === null ? null : <Row {...figures.included} />}
        {paidWith === null ? null : (
          <div className="flex justify-between gap-6 py-1">
            <dt>Paid with</dt>
            <dd className="text-right">{paidWith}</dd>
          </div>
        )}
        {figures.credits.map((credit) => (
          <Row key={credit.name} {...credit} />
        ))}
      </dl>
    </Card>
  );
}

type OrderDetailsProps = {
  tracking: TrackingInfo;
  delivery: Delivery;
  bill: Bill;
};

/** The way of an order, where it goes and what it cost. */
export function OrderDetails({ tracking, delivery, bill }: OrderDetailsProps) {
  return (
    <div className="grid items-start gap-5 md:grid-cols-2">
      <Card id="timeline" title="Timeline">
        <Timeline steps={tracking.timeline} />
      </Card>
      <div className="space-y-5">
        <DeliveryCard delivery={delivery} tracking={tracking} />
        <BillCard {...bill} />
      </div>
    </div>
  );
}
