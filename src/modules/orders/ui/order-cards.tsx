import type { ReactNode } from 'react';
import { addressLines } from '#shared/address.ts';
import { billLines, partFrom, type Bill } from '#shared/bill-lines.ts';
import { businessDays } from '#shared/business-days.ts';
import { dollarsToCents, formatUsd } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';
import type { ElementChildren } from '#ui/element-children.ts';
import { Picture } from '#ui/picture.tsx';

import type { OrderSummaryView } from '../order-record.ts';

type Shown = Omit<OrderSummaryView, 'orderNumber' | 'paymentStatus' | 'discount' | 'shippingAmount'>;
type Order = { order: Shown };

const money = (dollars: number) => formatUsd(dollarsToCents(dollars));

function billOf({ subtotal, discounts, shipping, tax, taxIncluded, total }: Shown): Bill {
  return {
    subtotalCents: dollarsToCents(subtotal),
    reductions: discounts.map(partFrom),
    shipping: partFrom({ name: 'Shipping', amount: shipping?.price ?? 0 }),
    taxCents: dollarsToCents(tax),
    taxIncluded: taxIncluded === null ? null : partFrom(taxIncluded),
    totalCents: dollarsToCents(total),
  };
}

function Card({ title, isWide = false, children }: { title: string; isWide?: boolean; children: ElementChildren }) {
  return (
    <section className={classes('rounded-card border border-line bg-white p-6', isWide && 'md:col-span-2')}>
      <h2 className="mb-3 text-2xl">{title}</h2>
      {children}
    </section>
  );
}

function Summary({ order }: Order) {
  return (
    <Card title="Order Summary">
      <ul className="divide-y divide-line">
        {order.items.map((item) => (
          <OrderLine key={item.name} imageUrl={item.image_url} total={money(item.total)} className="py-3">
            {`${item.name} × ${item.quantity}`}
          </OrderLine>
        ))}
      </ul>
      <dl className="mt-3 border-t border-line pt-3">
        {billLines(billOf(order)).map(({ kind, name, text }) => (
          <div
            key={`${kind} ${name}`}
            className={classes(
              'flex justify-between',
              kind === 'total' ? 'mt-2 border-t border-line pt-3 text-xl font-medium' : 'py-1',
            )}
          >
            <dt>{kind === 'shipping' ? 'Shipping' : name}</dt>
            <dd className="tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Cards with everything about an order: discount, delivery, customer, address and amounts. */
export function OrderCards({ order }: Order) {
  const { customer, shippingAddress: address, shipping } = order;
  const instructions = order.deliveryInstructions.trim();
  // With an odd number of cards the last one has a row of its own.
  const isOdd = (order.discounts.length === 0) !== (shipping === null);
  return (
    <div className="grid gap-5 text-left md:grid-cols-2">
      {order.discounts.length === 0 ? null : (
        <Card title="Discount">
          {order.discounts.map(({ name, amount }) => (
            <p key={name}>{amount === 0 ? name : `${name}: you saved ${money(amount)}`}</p>
          ))}
        </Card>
      )}
      {shipping === null ? null : (
        <Card title="Shipping Method">
          <p className="font-medium">{shipping.name}</p>
          <p>
            Estimated delivery <span className="whitespace-nowrap">{shipping.delivery_text}</span>
          </p>
          <p className="text-soft">{businessDays(shipping.estimated_days_min, shipping.estimated_days_max)}</p>
        </Card>
      )}
      <Card title="Customer Information">
        <p>{`${customer.firstName} ${customer.lastName}`}</p>
        <p className="break-words">{order.email}</p>
        <p>{customer.phone}</p>
      </Card>
      <Card title="Shipping Address" isWide={isOdd}>
        {addressLines(address).map((line, index) => (
          <p key={`${index} ${line}`}>{line}</p>
        ))}
        {instructions === '' ? null : (
          <p className="mt-2 text-soft">
            <span>Delivery instructions: </span>
            <bdi>{instructions}</bdi>
          </p>
        )}
      </Card>
      <div className="md:col-span-2">
        <Summary order={order} />
      </div>
    </div>
  );
}

type OrderLineProps = { imageUrl: string; total: string; className: string; children: ReactNode };

/** Line of an order: its picture, what was bought, and its price. */
export function OrderLine({ imageUrl, total, className, children }: OrderLineProps) {
  return (
    <li className={`flex items-center gap-4 ${className}`}>
      <Picture src={imageUrl} alt="" width={64} height={64} sizes="64px" className="size-16 rounded-xl object-cover" />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      <span className="tabular-nums">{total}</span>
    </li>
  );
}
