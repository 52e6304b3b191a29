import { freeingShipping } from '#modules/promotions/promotions.ts';
import { includedTax, waiverOf } from '#modules/orders/order-record.ts';
import { optionTo, type ShippingOption } from '#modules/shipping/shipping-option.ts';
import { countries } from '#shared/countries.ts';
import { deliveryRange, formatDelivery } from '#shared/delivery-dates.ts';
import { dollars } from '#shared/money.ts';

import type { CheckoutOffer, CheckoutView } from './checkout.schema.ts';
import type { CurrentCheckout } from './checkout.queries.server.ts';
import type { Delivery, Quote, QuoteVersion } from './quote.ts';

type Offered = Omit<CurrentCheckout, 'checkout' | 'quote'> & {
  quote: Quote & Pick<QuoteVersion, 'promotions'> & Partial<Pick<Delivery, 'shippingAddress'>>;
};

function optionOnWire(
  option: ShippingOption,
  { promotions = [], subtotalCents, discountCents, shippingAddress }: Offered['quote'],
  now: Date,
): CheckoutView['shippingOptions'][number] {
  const isFree = freeingShipping(promotions, subtotalCents - discountCents, option.id).length > 0;
  return {
    id: option.id,
    name: option.name,
    description: option.description,
    price: isFree ? 0 : dollars(option.priceCents),
    estimated_days_min: option.daysMin,
    estimated_days_max: option.daysMax,
    delivery_text: formatDelivery(deliveryRange(now, option, shippingAddress?.country ?? countries[0])),
  };
}

/** Converts an offer to its API format, in dollars. */
export function offerOnWire({ quote, stockLeft, options }: Offered, now: Date): CheckoutOffer {
  const { promotion, code, discountCents } = quote;
  const waiver = waiverOf({ promotion, couponDiscount: code, discountCents });
  return {
    currency: 'usd',
    items: quote.items.map((item) => ({
      product_id: item.productId,
      name: item.name,
      image_url: item.imageUrl,
      quantity: item.quantity,
      unit_price: dollars(item.unitPriceCents),
      list_price: dollars(item.listPriceCents),
      total: dollars(item.unitPriceCents * item.quantity),
      stock_left: stockLeft[item.productId] ?? null,
    })),
    subtotal: dollars(quote.subtotalCents),
    promotion: promotion === null ? null : { name: promotion.name, amount: dollars(promotion.amountCents) },
    code: code === null ? null : { code: code.code, name: code.name, amount: dollars(code.amountCents) },
    waiver: waiver === null ? null : { name: waiver.name, amount: dollars(waiver.amountCents) },
    discountAmount: dollars(discountCents),
    shippingAmount: dollars(quote.shippingCents),
    taxAmount: dollars(quote.taxCents),
    taxIncluded: includedTax(quote.tax ?? null),
    total: dollars(quote.totalCents),
    shippingOptions: options.map((option) => optionOnWire(optionTo(option, quote.shippingAddress), quote, now)),
    shippingOptionId: quote.shippingOption?.id ?? null,
  };
}

/** Converts a checkout to its API format. */
export function checkoutOnWire(current: CurrentCheckout, now: Date): CheckoutView {
  const { id, state, expiresAt } = current.checkout;
  return {
    id,
    state,
    expiresAt: expiresAt.toISOString(),
    secondsLeft: Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)),
    ...offerOnWire(current, now),
  };
}
