import { pricedLine, promotionsOf } from '#modules/cart/cart-line.ts';
import { comparedPrice } from '#modules/catalog/price-history.ts';
import { unitPrice, type SoldProduct } from '#modules/catalog/product.ts';
import {
  freeingShipping,
  promotionLabel,
  promotionsOff,
  type RunningPromotion,
} from '#modules/promotions/promotions.ts';
import { codeAmount, codeFreesShipping, type DiscountCode } from '#modules/discounts/discount-code.ts';
import type { OrderDiscount, OrderShipping, OrderTax } from '#modules/orders/order.ts';
import type { OrderHold } from '#modules/orders/order-holds.ts';
import type { Address } from '#shared/address.ts';
import { taxAmount, type TaxRate } from '#modules/tax/tax.ts';
import { allocate, type Cents } from '#shared/money.ts';
import { emptyNotes, type OrderNotes } from '#shared/order-notes.ts';

/** The most units of one checkout. */
export const unitsPerCheckout = 10;

/** Checkouts that one visitor may have at once before paying. */
export const maxUnpaidCheckouts = 3;

/** Units of a product that the guests behind one address may reserve before paying: a quarter of the stock, 30 in any case. */
export function addressShare(onHand: number): number {
  return Math.max(30, Math.floor(onHand / 4));
}

/** For how long a checkout reserves its goods, in minutes. */
export const reservationMinutes = 15;

/** How many units of a cart's line can be bought; `isLimitedByStock` when the stock is the limit and not the size of an order. */
export type UnitsToBuy = {
  productId: string;
  name: string;
  unitsInCart: number;
  units: number;
  isLimitedByStock: boolean;
};

/** What can be bought of a cart: of each product at most what is available or `reserved` already, and 10 units in all, first lines first. */
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
  /** This line's share of promotion, code and what is too small to charge. */
  discountCents: Cents;
  taxCents: Cents;
  /** What this line costs: units less discount, plus tax. */
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
  /** Tax that is added to the price. */
  taxCents: Cents;
  /** The tax of the place, added or held by the price; null where nothing is taken or the place is not known yet. */
  tax: OrderTax | null;
  totalCents: Cents;
};

export type Delivery = {
  contact: Contact | null;
  shippingAddress: Address | null;
  billingAddress: Address | null;
} & OrderNotes;

/** Nothing is known of whom it goes to: when a checkout begins, and once its customer is erased. */
export const emptyDelivery: Delivery = {
  contact: null,
  shippingAddress: null,
  billingAddress: null,
  ...emptyNotes,
};

/** What one version of a checkout offers: never changed once stored. */
export type QuoteVersion = Quote &
  Delivery & {
    currency: 'usd';
    complete: boolean;
    /** The promotions that ran when it was priced; undefined in one from before they were kept. */
    promotions?: readonly RunningPromotion[];
  };

/** Totals below the provider's smallest charge, in cents, are waived. */
const smallestChargeCents = 50;

export type QuoteInput = {
  lines: readonly { product: SoldProduct; quantity: number }[];
  code: DiscountCode | null;
  shippingOption: OrderShipping | null;
  tax: TaxRate | null;
};

const sum = (amounts: readonly Cents[]) => amounts.reduce((a, b) => a + b, 0);

type Reduced = { codeCents: Cents; waivedCents: Cents; shippingCents: Cents; freeing: readonly RunningPromotion[] };

/** What is taken off by the code and added for shipping; a total that the provider cannot charge is waived. */
function reduced(goods: Cents, { lines, code, shippingOption, tax }: QuoteInput): Reduced {
  const codeCents = code === null ? 0 : codeAmount(code, goods);
  const optionCents = code !== null && codeFreesShipping(code) ? 0 : (shippingOption?.priceCents ?? 0);
  const freeing =
    shippingOption === null || optionCents === 0
      ? []
      : freeingShipping(promotionsOf(lines), goods - codeCents, shippingOption.id).slice(0, 1);
  const shippingCents = freeing.length === 0 ? optionCents : 0;
  const added = tax === null || tax.inclusive ? 0 : taxAmount(goods - codeCents, tax);
  const due = goods - codeCents + shippingCents + added;
  const isWaived = due > 0 && due < smallestChargeCents;
  return isWaived
    ? { codeCents, waivedCents: goods - codeCents, shippingCents: 0, freeing }
    : { codeCents, waivedCents: 0, shippingCents, freeing };
}

/** Prices a cart in whole cents: promotions, then code, then tax on what is left, each rounded once and split over the lines; shipping is free where a code or a promotion says so; total = sum of lines + shipping, never negative. */
export function quote(input: QuoteInput): Quote {
  // A fixed order before anything is split: the same cart costs the same whatever order it was filled in.
  const lines = input.lines.toSorted((a, b) => (a.product.id < b.product.id ? -1 : 1));
  const gross = lines.map((line) => unitPrice(line.product) * line.quantity);
  const { shares: promotionOf, labels } = promotionsOff(promotionsOf(lines), lines.map(pricedLine));
  const goods = gross.map((amount, i) => amount - (promotionOf[i] ?? 0));
  const promotionCents = sum(promotionOf);
  const { codeCents, waivedCents, shippingCents, freeing } = reduced(sum(goods), input);
  const names = [...labels, ...freeing.map(promotionLabel)];
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
      listPriceCents: comparedPrice(product) ?? unitPrice(product),
      unitPriceCents: unitPrice(product),
      discountCents,
      taxCents: taxOf[i] ?? 0,
      totalCents: (net[i] ?? 0) + (taxOf[i] ?? 0),
    };
  });
  const { code } = input;
  return {
    items,
    shippingOption: input.shippingOption === null ? null : { ...input.shippingOption, priceCents: shippingCents },
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

export type PaidIntent = {
  amountReceivedCents: Cents;
  currency: string;
  livemode: boolean;
};

/** Why settling holds an order; a dispute and a person hold it later. */
export type HoldReason = Exclude<OrderHold, 'dispute' | 'manual'>;

/** Why the money of an intent does not fit the quote that it names, or null when it fits to the cent. */
export function moneyMismatch(intent: PaidIntent, agreed: QuoteVersion, liveMode: boolean): HoldReason | null {
  if (intent.livemode !== liveMode) return 'mode_mismatch';
  if (intent.currency !== agreed.currency) return 'currency_mismatch';
  if (intent.amountReceivedCents !== agreed.totalCents) return 'amount_mismatch';
  return null;
}

/** Whether a hold means that the money itself is in doubt, so that the order must not count as paid. */
export function moneyInDoubt(reason: HoldReason | null): boolean {
  return reason !== null && !['contact_incomplete', 'stock_gone', 'code_gone'].includes(reason);
}
