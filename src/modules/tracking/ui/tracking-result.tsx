import type { TrackingInfo } from '#modules/tracking/contract.ts';
import { formatUsd } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';
import { CheckIcon, ExternalIcon } from '#ui/icons.tsx';

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function Timeline({ steps }: { steps: TrackingInfo['timeline'] }) {
  return (
    <ol className="space-y-4">
      {steps.map(({ status, date, location, completed }) => (
        <li key={status} className={classes('flex gap-3', !completed && 'text-soft')}>
          <span
            className={classes(
              'mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full border',
              completed ? 'border-berry bg-berry text-white' : 'border-soft/50',
            )}
          >
            {completed ? <CheckIcon className="size-4" /> : null}
          </span>
          <span>
            <span className="block font-medium">
              {status}
              <span className="sr-only">{completed ? ', reached' : ', still to come'}</span>
            </span>
            {date === null ? null : <span className="block text-sm">{moment.format(new Date(date))} UTC</span>}
            {location === '' ? null : <span className="block text-sm">{location}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Carrier({ info }: { info: TrackingInfo }) {
  if (info.trackingNumber === null || info.trackingUrl === null) {
    return <p className="text-soft">The tracking number appears here once your parcel is on its way.</p>;
  }
  return (
    <p>
      {info.carrier ?? 'Carrier'}:{' '}
      <a
        href={info.trackingUrl}
        target="_blank"
        rel="noreferrer"
        className="inline-flex items-center gap-1 text-berry underline underline-offset-4"
      >
        {info.trackingNumber} <ExternalIcon className="size-4" />
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </p>
  );
}

/** Where an order is, from confirmed to delivered. */
export function TrackingResult({ info }: { info: TrackingInfo }) {
  const { shippingAddress: address } = info;
  return (
    <article className="space-y-6 rounded-card border border-line bg-white p-6 text-left md:p-9">
      <header className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-3xl">Order {info.orderNumber}</h2>
        <span className="rounded-full bg-petal px-4 py-1 text-wine">{info.status}</span>
      </header>
      <Carrier info={info} />
      <div className="grid gap-8 md:grid-cols-2">
        <Timeline steps={info.timeline} />
        <div className="space-y-6">
          {info.estimatedDelivery === null ? null : (
            <div>
              <h3 className="text-xl">Estimated delivery</h3>
              <p>{info.estimatedDelivery}</p>
            </div>
          )}
          <div>
            <h3 className="text-xl">Shipping address</h3>
            <p>{address.street}</p>
            <p>{[address.city, address.state, address.zip].filter(Boolean).join(', ')}</p>
          </div>
          <div>
            <h3 className="text-xl">Items</h3>
            <ul>
              {info.items.map(({ name, quantity, price }) => (
                <li key={name} className="flex justify-between gap-4">
                  <span>
                    {name} × {quantity}
                  </span>
                  <span className="tabular-nums">{formatUsd(Math.round(price * 100))}</span>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
      <p className="text-sm text-soft">Last update {moment.format(new Date(info.lastUpdate))} UTC</p>
    </article>
  );
}
