import type { ReactNode } from 'react';

import type { TrackingInfo } from '../tracking.schema.ts';
import { dollarsToCents, formatUsd } from '#shared/money.ts';
import { formatDateTime } from '#shared/shop-time.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import type { ElementChildren } from '#ui/element-children.ts';
import { focusOnMount } from '#ui/focus.ts';
import { TruckIcon } from '#ui/icons.tsx';

import { PdfLink } from './pdf-link.tsx';
import { Timeline, TrackingLink } from './timeline.tsx';

type Info = { info: TrackingInfo };

function Card({ id, title, children }: { id: string; title: string; children: ElementChildren }) {
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-white p-6 sm:p-7">
      <h2 id={id} className="mb-4 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

const badgeLooks: Record<string, string> = {
  Delivered: 'bg-leaf text-white',
  Completed: 'bg-leaf text-white',
  Cancelled: 'bg-line text-ink',
};

function StatusBadge({ status }: { status: string }) {
  return (
    <span
      className={classes('rounded-full px-4 py-1.5 text-sm font-medium', badgeLooks[status] ?? 'bg-berry text-white')}
    >
      {status}
    </span>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

type ResultProps = Info & {
  /**
   * True after a lookup on this page: the result replaces the form, and focus and view go to its
   * heading.
   */
  takesFocus: boolean;
};

/** Statuses before shipping. An order that never ships has neither carrier nor number. */
const toShip = new Set(['Pending', 'Confirmed', 'Processing']);

/** Returns the carriers of all packages, each once. */
const carriersOf = ({ carrier, packages }: TrackingInfo) =>
  [...new Set([carrier, ...packages.map((one) => one.carrier)])].filter(Boolean).join(', ') || null;

function Header({ info, takesFocus }: ResultProps) {
  const later = (words: string) => (toShip.has(info.status) ? words : 'None');
  return (
    <header className="rounded-card bg-blush p-6 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1
          key={info.orderNumber}
          ref={takesFocus ? focusOnMount : undefined}
          tabIndex={-1}
          className="text-3xl lining-nums outline-none sm:text-4xl md:text-5xl"
        >
          Order <span className="whitespace-nowrap">{info.orderNumber}</span>
        </h1>
        <StatusBadge status={info.status} />
      </div>
      <p className="mt-2 text-sm text-soft">{`Last updated ${formatDateTime(info.lastUpdate)}`}</p>
      <dl className="mt-6 grid gap-5 border-t border-petal pt-6 sm:grid-cols-3">
        <Fact label="Estimated Delivery">
          <span className="flex items-center gap-2 font-medium">
            <TruckIcon className="size-5 shrink-0 text-gold" />
            <span>{info.estimatedDelivery ?? info.status}</span>
          </span>
        </Fact>
        <Fact label="Carrier">{carriersOf(info) ?? later('Chosen when your order ships')}</Fact>
        <Fact label={info.packages.length > 1 ? 'Tracking Numbers' : 'Tracking Number'}>
          {info.packages.length === 0
            ? later('Available once your order has shipped')
            : info.packages.map((one) => (
                <TrackingLink key={one.trackingNumber} tracking={one} className="min-h-11 w-full" />
              ))}
        </Fact>
      </dl>
    </header>
  );
}

function Destination({ info: { shippingAddress } }: Info) {
  const { street, city, state, zip } = shippingAddress;
  return (
    <address className="not-italic">
      <p>{street}</p>
      <p>{[city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')}</p>
    </address>
  );
}

function Items({ info: { items } }: Info) {
  return (
    <ul className="divide-y divide-line">
      {items.map(({ name, quantity, price }) => (
        <li key={name} className="flex justify-between gap-6 py-3 first:pt-0 last:pb-0">
          <span>
            <span>{name}</span>
            <span className="block text-sm text-soft">{`Quantity ${quantity}`}</span>
          </span>
          <span className="tabular-nums">{`${formatUsd(dollarsToCents(price))}${quantity > 1 ? ' each' : ''}`}</span>
        </li>
      ))}
    </ul>
  );
}

/** Number, name and URL of a credit note, or of a document that a later one corrects. */
export type DocumentFile = { number: string; name: string; to: string };

type WholeProps = ResultProps & {
  /** URL of the order's invoice; null if it has none. */
  invoice: string | null;
  documents: readonly DocumentFile[];
  children?: ElementChildren;
};

/** Status, items and destination of an order. */
export function TrackingResult({ info, invoice, documents, takesFocus, children }: WholeProps) {
  return (
    <div className="mx-auto max-w-5xl space-y-5 px-4 py-8 sm:px-6 md:py-12">
      <Header info={info} takesFocus={takesFocus} />
      <div className="grid items-start gap-5 md:grid-cols-[1fr_1.1fr]">
        <Card id="track-timeline" title="Timeline">
          <Timeline steps={info.timeline} />
        </Card>
        <div className="space-y-5">
          <Card id="track-items" title="Items">
            <Items info={info} />
          </Card>
          <Card id="track-address" title="Shipping Address">
            <Destination info={info} />
          </Card>
        </div>
      </div>
      {children}
      <div className="flex flex-col gap-3 pt-3 sm:flex-row sm:flex-wrap">
        <ButtonLink to="/track">Track Another Order</ButtonLink>
        <ButtonLink to={`/contact?order=${encodeURIComponent(info.orderNumber)}`} look="second">
          Contact Support
        </ButtonLink>
        {invoice === null ? null : <PdfLink to={invoice} name="Invoice" />}
        {documents.map(({ number, name, to }) => (
          <PdfLink key={number} to={to} name={name} />
        ))}
      </div>
    </div>
  );
}
