import { useState } from 'react';

import type { CheckoutOffer } from '../checkout.schema.ts';
import { billLines, partFrom, type Bill } from '#shared/bill-lines.ts';
import { dollarsToCents, formatUsd } from '#shared/money.ts';
import { IconButton } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { ChevronIcon, TrashIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';
import { Quantity } from '#ui/quantity.tsx';

/** Formats API dollars, like '$59.00'. */
export const money = (dollars: number) => formatUsd(dollarsToCents(dollars));

const maxUnits = 10;

/** Sets the quantity of a product, 0 to remove it. Resolves once the new figures are there. */
type ChangeItem = (productId: string, quantity: number) => Promise<void>;

/** Returns the pending choice, or null, and a function that makes a choice. */
export function usePendingChoice<T>(choose: (value: T) => Promise<void>) {
  const [pending, setPending] = useState<T | null>(null);
  const want = async (value: T) => {
    setPending(() => value);
    await choose(value);
    setPending((present) => (present === value ? null : present));
  };
  return [pending, want] as const;
}

type ItemProps = { item: CheckoutOffer['items'][number]; onChange: ChangeItem };

function Item({ item, onChange }: ItemProps) {
  const [pending, change] = usePendingChoice((quantity: number) => onChange(item.product_id, quantity));
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
            quantity={pending ?? item.quantity}
            of={item.name}
            least={1}
            most={Math.min(maxUnits, item.stock_left ?? maxUnits)}
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

/**
 * Builds the bill. Shipping is listed if it costs something, and a code if it reduces the goods.
 */
function billOf({ promotion, code, waiver, shippingAmount, taxIncluded, ...offer }: CheckoutOffer): Bill {
  const reductions = [promotion, code?.amount === 0 ? null : code, waiver].filter((one) => one !== null);
  return {
    subtotalCents: dollarsToCents(offer.subtotal),
    reductions: reductions.map(partFrom),
    shipping: shippingAmount > 0 ? partFrom({ name: 'Shipping', amount: shippingAmount }) : null,
    taxCents: dollarsToCents(offer.taxAmount),
    taxIncluded: taxIncluded === null ? null : partFrom(taxIncluded),
    totalCents: dollarsToCents(offer.total),
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

/**
 * Announces the total when it changes, because it is shown far from the field or button that
 * changed it.
 */
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

/** Items and amounts, beside the form. */
export function OrderSummary(props: OrderSummaryProps) {
  return (
    <aside aria-labelledby="summary-title" className="rounded-card bg-blush p-7">
      <h2 id="summary-title" className="text-2xl">
        Order Summary
      </h2>
      <Contents {...props} />
    </aside>
  );
}

/** Order summary on a phone: a collapsed sticky bar that shows the total. */
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
