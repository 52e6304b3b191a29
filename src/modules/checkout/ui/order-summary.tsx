import { useState } from 'react';

import type { CheckoutOffer } from '../checkout.schema.ts';
import { billLines, partFrom, type Bill } from '#shared/bill.ts';
import { centsFrom, formatUsd } from '#shared/money.ts';
import { IconButton } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { ChevronIcon, TrashIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';
import { Quantity } from '#ui/quantity.tsx';

/** '$59.00' from the dollars of the wire. */
export const money = (dollars: number) => formatUsd(centsFrom(dollars));

const mostUnits = 10;

/** Changes how many of a product are bought, 0 to remove it; done when the new figures are there. */
type ChangeItem = (productId: string, quantity: number) => Promise<void>;

/** What was chosen and is not in the order yet, null when nothing is; and how to choose. */
export function usePendingChoice<T>(choose: (value: T) => Promise<void>) {
  const [wanted, setWanted] = useState<T | null>(null);
  const want = async (value: T) => {
    setWanted(() => value);
    await choose(value);
    setWanted((present) => (present === value ? null : present));
  };
  return [wanted, want] as const;
}

type ItemProps = { item: CheckoutOffer['items'][number]; onChange: ChangeItem };

function Item({ item, onChange }: ItemProps) {
  const [wanted, change] = usePendingChoice((quantity: number) => onChange(item.product_id, quantity));
  return (
    <li className="flex gap-4 py-4">
      <Picture
        src={item.image_url}
        alt=""
        width={80}
        height={80}
        sizes="80px"
        className="size-20 shrink-0 rounded-2xl object-cover"
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium leading-snug">{item.name}</p>
        <p className="text-sm text-soft">
          <span>{money(item.unit_price)}</span>
          {item.list_price > item.unit_price ? (
            <s className="ml-2">
              <span className="sr-only">Regular price </span>
              <span>{money(item.list_price)}</span>
            </s>
          ) : null}
        </p>
        <div className="mt-1 flex items-center justify-between">
          <Quantity
            quantity={wanted ?? item.quantity}
            of={item.name}
            least={1}
            most={Math.min(mostUnits, item.stock_left ?? mostUnits)}
            onChange={(quantity) => void change(quantity)}
          />
          <IconButton label={`Remove ${item.name}`} onClick={() => void onChange(item.product_id, 0)}>
            <TrashIcon />
          </IconButton>
        </div>
      </div>
    </li>
  );
}

function Amount({ label, amount, soft = false }: { label: string; amount: string; soft?: boolean }) {
  return (
    <div className={classes('flex justify-between py-1', soft && 'text-sm text-soft')}>
      <dt>{label}</dt>
      <dd className="tabular-nums">{amount}</dd>
    </div>
  );
}

/** Shipping stands on the bill once it costs something, and a code once it takes something off the goods. */
function billOf({ promotion, code, waiver, shippingAmount, taxIncluded, ...offer }: CheckoutOffer): Bill {
  const reductions = [promotion, code?.amount === 0 ? null : code, waiver].filter((one) => one !== null);
  return {
    subtotalCents: centsFrom(offer.subtotal),
    reductions: reductions.map(partFrom),
    shipping: shippingAmount > 0 ? partFrom({ name: 'Shipping', amount: shippingAmount }) : null,
    taxCents: centsFrom(offer.taxAmount),
    taxIncluded: taxIncluded === null ? null : partFrom(taxIncluded),
    totalCents: centsFrom(offer.total),
  };
}

function Amounts({ offer }: { offer: CheckoutOffer }) {
  return (
    <dl className="border-t border-line pt-4">
      {billLines(billOf(offer)).map(({ kind, name, text }) =>
        kind === 'total' ? (
          <div
            key={kind}
            className="mt-2 flex items-baseline justify-between border-t border-line pt-3 text-xl font-medium"
          >
            <dt>{name}</dt>
            <dd className="tabular-nums">{text}</dd>
          </div>
        ) : (
          <Amount key={`${kind} ${name}`} label={name} amount={text} soft={kind === 'included'} />
        ),
      )}
    </dl>
  );
}

/** Reads the total out when it becomes another: it stands far from what was typed or pressed. */
export function ChangedTotal({ total }: { total: number }) {
  const [known, setKnown] = useState({ total, hasChanged: false });
  if (known.total !== total) setKnown({ total, hasChanged: true });
  return (
    <p role="status" className="sr-only">
      {known.hasChanged ? `Total ${money(total)}` : null}
    </p>
  );
}

type OrderSummaryProps = { offer: CheckoutOffer; busy: boolean; onChange: ChangeItem };

function Contents({ offer, busy, onChange }: OrderSummaryProps) {
  return (
    <div aria-busy={busy}>
      <ul className="divide-y divide-line">
        {offer.items.map((item) => (
          <Item key={item.product_id} item={item} onChange={onChange} />
        ))}
      </ul>
      <Amounts offer={offer} />
    </div>
  );
}

/** What is bought and what it costs, beside the form. */
export function OrderSummary(props: OrderSummaryProps) {
  return (
    <aside aria-labelledby="summary-title" className="sticky top-24 rounded-card bg-blush p-7">
      <h2 id="summary-title" className="text-2xl">
        Order Summary
      </h2>
      <Contents {...props} />
    </aside>
  );
}

/** The same on a phone: folded into a bar that stays in sight with the total. */
export function OrderSummaryBar(props: OrderSummaryProps) {
  return (
    <details className="group sticky top-[2.8125rem] z-20 -mx-4 border-b border-line bg-blush px-4 sm:-mx-6 sm:px-6 lg:hidden">
      <summary className="flex min-h-11 list-none items-center justify-between [&::-webkit-details-marker]:hidden">
        <span className="flex items-center gap-2">
          Order Summary <ChevronIcon className="size-5 transition-transform group-open:rotate-180" />
        </span>
        <span className="text-lg font-medium tabular-nums">{money(props.offer.total)}</span>
      </summary>
      <div className="max-h-[60vh] overflow-y-auto">
        <Contents {...props} />
      </div>
    </details>
  );
}
