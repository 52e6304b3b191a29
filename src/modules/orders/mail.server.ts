import type { OrderMail } from '#modules/email/rules.ts';
import type { Settings } from '#platform/env/settings.server.ts';
import { deliveryRange, formatDelivery } from '#shared/dates.ts';

import { deliveryStart, type Address, type OrderView } from './rules.ts';
import { orderToken } from './token.server.ts';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

function lines(customer: OrderView['customer'], address: Address): string[] {
  const place = [address.city, address.state, address.postalCode].filter(Boolean).join(', ');
  const name = `${customer.firstName} ${customer.lastName}`.trim();
  return [name, address.street, address.line2 ?? '', place, address.country].filter(Boolean);
}

/** What the mails of an order tell, amounts in cents; the link opens this order alone. */
export function orderMail(order: OrderView, settings: Pick<Settings, 'publicUrl' | 'sessionSecret'>): OrderMail {
  const { shippingOption } = order;
  const reductions = [order.promotion, order.discount].filter((one) => one !== null);
  const token = encodeURIComponent(orderToken(settings.sessionSecret, order.id));
  return {
    orderNumber: order.orderNumber,
    firstName: order.customer.firstName,
    placedAt: day.format(order.placedAt),
    items: order.items.map(({ name, imageUrl, quantity, unitPriceCents }) => ({
      name,
      imageUrl,
      quantity,
      amountCents: unitPriceCents * quantity,
    })),
    subtotalCents: order.subtotalCents,
    reductions: reductions.map(({ name, amountCents }) => ({ name, amountCents })),
    shipping:
      shippingOption === null
        ? null
        : {
            name: shippingOption.name,
            amountCents: order.shippingCents,
            delivery: formatDelivery(
              deliveryRange(deliveryStart(order), shippingOption.daysMin, shippingOption.daysMax),
            ),
          },
    taxCents: order.taxCents,
    taxIncluded: order.tax?.inclusive === true ? { name: order.tax.name, amountCents: order.tax.amountCents } : null,
    totalCents: order.totalCents,
    addressLines: lines(order.customer, order.shippingAddress),
    deliveryInstructions: order.deliveryInstructions,
    trackUrl: `${settings.publicUrl}/track?token=${token}`,
    shopUrl: settings.publicUrl,
  };
}
