import { pricedLine, promotionsOf, type CartLine } from '#modules/cart/cart-line.ts';
import { compareAtPrice } from '#modules/catalog/price-history.ts';
import { unitPrice, type SoldProduct } from '#modules/catalog/product.ts';
import { codeAmount, codeFreesShipping, type DiscountCode } from '#modules/discounts/discount-code.ts';
import {
  includedTax,
  waiverOf,
  type OrderDiscount,
  type OrderShipping,
  type OrderTax,
} from '#modules/orders/order-record.ts';
import { freeShippingOffers, promotionsOff, type RunningPromotion } from '#modules/promotions/promotions.ts';
import type { OrderTerms } from '#modules/settings/shop-promises.ts';
import {
  type ShippingOption,
  type ShippingTerms,
  homeCountry,
  optionForDestination,
  optionPrice,
  optionsTo,
} from '#modules/shipping/shipping-terms.ts';
import { taxAmount, type TaxRate } from '#modules/tax/tax.ts';
import type { Address } from '#shared/address.ts';
import { deliveryRange, formatDelivery } from '#shared/delivery-dates.ts';
import { allocate, centsToDollars, type Cents } from '#shared/money.ts';

import type { CheckoutOffer, CheckoutView } from './checkout.schema.ts';

/** Maximum units per checkout. */
export const unitsPerCheckout = 10;

/** Maximum number of unpaid checkouts per visitor. */
export const maxUnpaidCheckouts = 3;

/**
 * Units of a product that guests behind one address may reserve before paying: a quarter of the
 * stock, at least 30.
 */
export function addressShare(onHand: number): number {
  return Math.max(30, Math.floor(onHand / 4));
}

/** Minutes for which a checkout reserves its goods. */
export const reservationMinutes = 15;

/**
 * Units of a cart line that can be bought. `isLimitedByStock` is true if the stock limits them, not
 * the order size.
 */
export type UnitsToBuy = {
  productId: string;
  name: string;
  unitsInCart: number;
  units: number;
  isLimitedByStock: boolean;
};

/**
 * Returns the units of each cart line that can be bought. Each product is limited to available plus
 * already `reserved` units. All lines together are limited to 10 units, first lines first.
 */
export function unitsToBuy(
  lines: readonly { product: SoldProduct; quantity: number }[],
  reserved: ReadonlyMap<string, number>,
): UnitsToBuy[] {
  let left = unitsPerCheckout;
  return lines.map(({ product: { id: productId, name, available }, quantity: unitsInCart }) => {
    const inStock = available === null ? unitsInCart : Math.max(0, available) + (reserved.get(productId) ?? 0);
    const units = Math.min(unitsInCart, inStock, left);
    left -= units;
    return { productId, name, unitsInCart, units, isLimitedByStock: inStock <= units };
  });
}

export type Contact = { email: string; firstName: string; lastName: string; phone: string };

export type QuoteItem = {
  productId: string;
  name: string;
  imageUrl: string;
  quantity: number;
  listPriceCents: Cents;
  unitPriceCents: Cents;
  /** Share of this line in the promotion, the code and the waived amount. */
  discountCents: Cents;
  taxCents: Cents;
  /** Price of this line: units less discount, plus added tax. */
  totalCents: Cents;
};

export type Quote = {
  items: QuoteItem[];
  shippingOption: OrderShipping | null;
  promotion: OrderDiscount | null;
  code: (OrderDiscount & { codeId: string }) | null;
  subtotalCents: Cents;
  discountCents: Cents;
  shippingCents: Cents;
  /** Tax added to the price. */
  taxCents: Cents;
  /**
   * Tax of the delivery address, added to or included in the price. Null if there is none or the
   * address is not known yet.
   */
  tax: OrderTax | null;
  totalCents: Cents;
};

export type Delivery = {
  contact: Contact | null;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  deliveryInstructions: string;
};

/** Empty delivery data, as when a checkout begins and after its customer is erased. */
export const emptyDelivery: Delivery = {
  contact: null,
  shippingAddress: null,
  billingAddress: null,
  deliveryInstructions: '',
};

/** One version of a checkout's offer. Immutable once stored. */
export type QuoteVersion = Quote &
  Delivery & {
    currency: 'usd';
    complete: boolean;
    /** Promises that its shopper was shown. The order stores them. */
    promises: OrderTerms;
    /** Promotions that ran when it was priced. Undefined in versions older than this field. */
    promotions?: readonly RunningPromotion[];
  };

/** Minimum charge of the provider, in cents. Totals below it are waived. */
const smallestChargeCents = 50;

type QuoteInput = {
  lines: readonly { product: SoldProduct; quantity: number }[];
  code: DiscountCode | null;
  shippingOption: OrderShipping | null;
  tax: TaxRate | null;
};

const sum = (amounts: readonly Cents[]) => amounts.reduce((a, b) => a + b, 0);

type Reduced = { codeCents: Cents; waivedCents: Cents; shippingCents: Cents; shippingOffer: string | null };

/**
 * Computes the discount of the code and the shipping. Waives a total that the provider cannot
 * charge.
 */
function reduced(goods: Cents, { lines, code, shippingOption, tax }: QuoteInput): Reduced {
  const codeCents = code === null ? 0 : codeAmount(code, goods);
  const isFreed = shippingOption === null || (code !== null && codeFreesShipping(code));
  const { priceCents: shippingCents, freedBy } = isFreed
    ? { priceCents: 0, freedBy: null }
    : optionPrice(shippingOption, goods - codeCents, freeShippingOffers(promotionsOf(lines)));
  const shippingOffer = freedBy?.label ?? null;
  const added = tax === null || tax.inclusive ? 0 : taxAmount(goods - codeCents, tax);
  const due = goods - codeCents + shippingCents + added;
  const isWaived = due > 0 && due < smallestChargeCents;
  return isWaived
    ? { codeCents, waivedCents: goods - codeCents, shippingCents: 0, shippingOffer }
    : { codeCents, waivedCents: 0, shippingCents, shippingOffer };
}

/** Returns an option as quotes and orders store it, at the price that is charged. */
const chosenAt = ({ id, name, description, daysMin, daysMax }: OrderShipping, priceCents: Cents): OrderShipping => ({
  id,
  name,
  description,
  priceCents,
  daysMin,
  daysMax,
});

/**
 * Prices a cart in whole cents: promotions, then the code, then tax on the rest. Each is rounded
 * once and split over the lines. Shipping is free if a code or promotion says so. The total is the
 * sum of the lines plus shipping and is never negative.
 */
export function quote(input: QuoteInput): Quote {
  // Sort before splitting, so that the same cart costs the same whatever order it was filled in.
  const lines = input.lines.toSorted((a, b) => (a.product.id < b.product.id ? -1 : 1));
  const gross = lines.map((line) => unitPrice(line.product) * line.quantity);
  const { shares: promotionOf, labels } = promotionsOff(promotionsOf(lines), lines.map(pricedLine));
  const goods = gross.map((amount, i) => amount - (promotionOf[i] ?? 0));
  const promotionCents = sum(promotionOf);
  const { codeCents, waivedCents, shippingCents, shippingOffer } = reduced(sum(goods), input);
  const names = shippingOffer === null ? labels : [...labels, shippingOffer];
  const restOf = allocate(codeCents + waivedCents, goods);
  const net = goods.map((amount, i) => amount - (restOf[i] ?? 0));
  const tax = input.tax === null ? null : { ...input.tax, amountCents: taxAmount(sum(net), input.tax) };
  const taxOf = allocate(tax === null || tax.inclusive ? 0 : tax.amountCents, net);
  const items = lines.map(({ product, quantity }, i): QuoteItem => {
    const discountCents = (promotionOf[i] ?? 0) + (restOf[i] ?? 0);
    return {
      productId: product.id,
      name: product.name,
      imageUrl: product.imageUrl,
      quantity,
      listPriceCents: compareAtPrice(product) ?? unitPrice(product),
      unitPriceCents: unitPrice(product),
      discountCents,
      taxCents: taxOf[i] ?? 0,
      totalCents: (net[i] ?? 0) + (taxOf[i] ?? 0),
    };
  });
  const { code } = input;
  return {
    items,
    shippingOption: input.shippingOption === null ? null : chosenAt(input.shippingOption, shippingCents),
    promotion: names.length === 0 ? null : { code: '', name: names.join(' and '), amountCents: promotionCents },
    code: code === null ? null : { codeId: code.id, code: code.code, name: code.name, amountCents: codeCents },
    subtotalCents: sum(gross),
    discountCents: promotionCents + codeCents + waivedCents,
    shippingCents,
    taxCents: sum(taxOf),
    tax: tax === null || tax.amountCents === 0 ? null : tax,
    totalCents: sum(items.map((item) => item.totalCents)) + shippingCents,
  };
}

/**
 * A priced cart with what else can be chosen. `stockLeft` by product: units that the checkout could
 * buy, including those it has reserved. Null if stock is not tracked.
 */
export type Offer<Q = QuoteVersion> = ShippingTerms & {
  quote: Q;
  stockLeft: Record<string, number | null>;
};

/** A quote version, or the preview of one. */
type ShownQuote = Quote & Pick<QuoteVersion, 'promotions'> & Partial<Pick<Delivery, 'shippingAddress'>>;

type Shown = { quote: ShownQuote; country: string; now: Date };

function optionOnWire(
  option: ShippingOption,
  { quote: { promotions = [], subtotalCents, discountCents }, country, now }: Shown,
): CheckoutView['shippingOptions'][number] {
  const { priceCents } = optionPrice(option, subtotalCents - discountCents, freeShippingOffers(promotions));
  return {
    id: option.id,
    name: option.name,
    description: option.description,
    price: centsToDollars(priceCents),
    estimated_days_min: option.daysMin,
    estimated_days_max: option.daysMax,
    delivery_text: formatDelivery(deliveryRange(now, option, country)),
  };
}

/** Converts an offer to its API format, in dollars. */
export function offerOnWire({ quote, stockLeft, options, soldCountries }: Offer<ShownQuote>, now: Date): CheckoutOffer {
  const country = quote.shippingAddress?.country ?? homeCountry(soldCountries);
  const { promotion, code, discountCents } = quote;
  const waiver = waiverOf({ promotion, couponDiscount: code, discountCents });
  return {
    currency: 'usd',
    items: quote.items.map((item) => ({
      product_id: item.productId,
      name: item.name,
      image_url: item.imageUrl,
      quantity: item.quantity,
      unit_price: centsToDollars(item.unitPriceCents),
      list_price: centsToDollars(item.listPriceCents),
      total: centsToDollars(item.unitPriceCents * item.quantity),
      stock_left: stockLeft[item.productId] ?? null,
    })),
    subtotal: centsToDollars(quote.subtotalCents),
    promotion: promotion === null ? null : { name: promotion.name, amount: centsToDollars(promotion.amountCents) },
    code: code === null ? null : { code: code.code, name: code.name, amount: centsToDollars(code.amountCents) },
    waiver: waiver === null ? null : { name: waiver.name, amount: centsToDollars(waiver.amountCents) },
    discountAmount: centsToDollars(discountCents),
    shippingAmount: centsToDollars(quote.shippingCents),
    taxAmount: centsToDollars(quote.taxCents),
    taxIncluded: includedTax(quote.tax),
    total: centsToDollars(quote.totalCents),
    shippingOptions: optionsTo(options, country).map((option) =>
      optionOnWire(optionForDestination(option, quote.shippingAddress), { quote, country, now }),
    ),
    shippingOptionId: quote.shippingOption?.id ?? null,
    shippingCountries: [...soldCountries],
    shippingCountry: country,
  };
}

type ShownCheckout = Offer & { checkout: Pick<CheckoutView, 'id' | 'state'> & { expiresAt: Date } };

/** Converts a checkout to its API format. */
export function checkoutOnWire({ checkout, ...offer }: ShownCheckout, now: Date): CheckoutView {
  const { id, state, expiresAt } = checkout;
  return {
    id,
    state,
    expiresAt: expiresAt.toISOString(),
    secondsLeft: Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)),
    ...offerOnWire(offer, now),
  };
}

/**
 * True if the cart now has other units, prices or promotions than the newest quote of its checkout.
 */
export function cartDiffers(
  { quote: { items, promotions } }: Pick<Offer, 'quote'>,
  lines: readonly CartLine[],
): boolean {
  return (
    lines.length !== items.length ||
    (promotions !== undefined && JSON.stringify(promotions) !== JSON.stringify(promotionsOf(lines))) ||
    lines.some((line) => {
      const item = items.find((one) => one.productId === line.product.id);
      const price = line.product.salePriceCents ?? line.product.priceCents;
      return item?.quantity !== line.quantity || item.unitPriceCents !== price;
    })
  );
}
