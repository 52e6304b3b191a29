import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { endpoint, endpointWithBody, json, errorBodySchema } from '#platform/http/endpoint.server.ts';
import { orderSummary, reductionOnWire as reduction } from '#modules/orders/order-record.schema.ts';
import { codeRefusals, typedCodeOrNone, validateInput, validateOutput } from '#modules/discounts/discounts.schema.ts';
import { unsoldSentence } from '#modules/shipping/shipping-terms.ts';
import { addressBy, addressMax, instructionsMax } from '#shared/address.ts';
import { isBillingCountry } from '#shared/billing-address.ts';
import { countries } from '#shared/countries.ts';
import { normalizeIdentifier } from '#shared/identifier.ts';
import { phoneSentence, phoneText } from '#shared/phone-number.ts';
import { stripInvisible } from '#shared/clean-text.ts';
import { arrivalInput } from '#shared/visit-source.schema.ts';

import { checkoutEnds, type CheckoutEnd } from './checkout-ends.ts';

/** Messages of the ends of a checkout. */
const endMessages = Object.fromEntries(
  Object.entries(checkoutEnds).map(([reason, { message }]) => [reason, message]),
) as Record<CheckoutEnd, string>;

export const checkoutRefusals = {
  ...endMessages,
  sold_out: 'There is not enough stock left for this quantity.',
  no_product: 'This product is not available any more.',
  too_many_checkouts: 'Too many open checkouts. Please finish or wait for one of them to end.',
  too_many_units: 'At most 10 units can be ordered at once.',
  not_extendable: 'Your reservation cannot be extended now. Please complete your order in the time that is left.',
  busy: 'Your last change is still being saved. Please try again.',
  incomplete: 'Please complete your contact and address details.',
  phone_unusable: phoneSentence,
  address_doubted: 'Your ZIP code, city and state do not seem to belong together. Please check them.',
  country_not_sold: unsoldSentence(),
  no_shipping: 'There is no shipping method to send your order with yet. Please load the shipping methods again.',
  provider_unavailable: 'The payment provider cannot be reached at the moment. Nothing was charged. Please try again.',
  payment_unknown:
    'The payment provider cannot be reached at the moment, so it is not known yet whether this order is paid. Please try again. It is charged at most once.',
  not_paid: 'The payment has not been completed.',
  not_free: 'This order has to be paid.',
  ...codeRefusals,
} as const;

export type CheckoutRefusal = keyof typeof checkoutRefusals;

/** Notes to the shopper about changes that the shop made to the order. */
export const checkoutNotes = {
  gone: (name: string) => `${name} is sold out and was taken out of your order.`,
  fewer: (name: string, left: number) => `Only ${left} of ${name} can be had now: your order has ${left}.`,
  most: (units: number) => `At most ${units} units can be ordered at once: your order has ${units}.`,
  repriced: (name: string, price: string) => `The price of ${name} has changed: it is ${price} now.`,
  codeLost: (code: string) => `The code ${code} does not apply any more and was taken off your order.`,
};

const text = (max: number) => z.string().max(max).overwrite(stripInvisible);

/** Cleaned before its length is checked, so that invisible characters do not count. */
const named = (max: number) => z.string().overwrite(normalizeIdentifier).max(max);

export const contactInput = z.object({
  email: named(255),
  firstName: text(100),
  lastName: text(100),
  /**
   * Longer than a stored phone number, so that the refusal is a readable message and not a bad
   * request.
   */
  phone: z.string().overwrite(phoneText).max(100),
});

/** Delivery address. A page that was opened before a part was added leaves that part out. */
export const addressInput = z.object({
  ...addressBy((max) => text(max).default('')),
  state: named(addressMax.state).default(''),
  postalCode: named(addressMax.postalCode).default(''),
  country: z.enum(countries),
});

/** Billing address, in any country. A wallet may leave parts of it empty, including the country. */
const billingInput = addressInput.extend({ country: z.string().refine(isBillingCountry, 'This is no country.') });

const itemsInput = z.array(z.object({ product_id: z.uuid(), quantity: z.number().int().min(0).max(99) })).max(20);

/** Begin of the visit. The browser leaves it out if the shopper does not want to be measured. */
const arrival = arrivalInput.optional();

/** Contains no prices, totals or currencies: those that a browser adds are ignored. */
export const createIntentInput = z.object({
  /** Not applied: `validate-discount` and `update-payment-intent` apply a code. */
  discountCode: typedCodeOrNone.nullish(),
  buy: z.uuid().nullish(),
  /** The checkout whose goods are to be reserved again. It keeps everything else. */
  revive: z.uuid().nullish(),
  arrival,
});

/** Input of Buy Now: `id` is the product id. A price or name sent with it is not read. */
export const createCheckoutInput = z.object({
  items: z
    .array(z.object({ id: z.uuid(), quantity: z.number().int().min(1).max(99) }))
    .min(1)
    .max(20),
  arrival,
});

export const createCheckoutOutput = z.object({ url: z.string() });

export const updateIntentInput = z.object({
  checkout_id: z.uuid(),
  customer_info: contactInput.optional(),
  shipping_address: addressInput.optional(),
  billing_address: billingInput.optional(),
  delivery_instructions: text(instructionsMax).optional(),
  shipping_option_id: z.uuid().optional(),
  discount_code: typedCodeOrNone.nullish(),
  items: itemsInput.optional(),
  /** Asks for 15 more minutes, allowed in the last two. */
  extend: z.boolean().optional(),
  final: z.boolean().optional(),
  /** True when the shopper confirmed the delivery address after a question about it. */
  address_confirmed: z.boolean().optional(),
});

export const createOrderInput = z.object({
  payment_intent_id: z.string().min(1).max(255).nullish(),
  /** The provider's hosted page, if one was used. */
  session_id: z.string().min(1).max(255).nullish(),
  checkout_id: z.uuid().nullish(),
});

export const checkoutView = z.object({
  id: z.string(),
  state: z.string(),
  expiresAt: z.string(),
  /** Seconds until the reservation ends, by the shop's clock. */
  secondsLeft: z.number(),
  currency: z.literal('usd'),
  items: z.array(
    z.object({
      product_id: z.string(),
      name: z.string(),
      image_url: z.string(),
      quantity: z.number(),
      unit_price: z.number(),
      list_price: z.number(),
      total: z.number(),
      /**
       * Units that this checkout could have, including those it holds. Null if stock is not
       * tracked.
       */
      stock_left: z.number().nullable(),
    }),
  ),
  subtotal: z.number(),
  promotion: reduction.nullable(),
  code: reduction.extend({ code: z.string() }).nullable(),
  waiver: reduction.nullable(),
  discountAmount: z.number(),
  shippingAmount: z.number(),
  taxAmount: z.number(),
  taxIncluded: reduction.nullable(),
  total: z.number(),
  shippingOptions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      price: z.number(),
      estimated_days_min: z.number(),
      estimated_days_max: z.number(),
      delivery_text: z.string(),
    }),
  ),
  shippingOptionId: z.string().nullable(),
  /** Countries that the shop ships to, the default first. */
  shippingCountries: z.array(z.enum(countries)),
  /** Country of the shipping options: that of the delivery address, if it is known. */
  shippingCountry: z.string(),
});

export const intentOutput = z.object({
  client_secret: z.string().nullable(),
  payment_intent_id: z.string().nullable(),
  /** Whole cents, as the provider counts. */
  amount: z.number(),
  checkout: checkoutView,
  /** Messages about changes that the shop made to the order. */
  notes: z.array(z.string()),
});

export const orderOutput = z.object({
  success: z.literal(true),
  order: z.object({ id: z.string(), order_number: z.string(), token: z.string(), view: orderSummary }),
  email_status: z.enum(['sent', 'failed', 'unknown']),
});

export const configOutput = z.object({
  publishableKey: z.string(),
  scriptUrl: z.string(),
  mode: z.string(),
  /** True if tax depends on the postal code and not only on the state. */
  taxByPostalCode: z.boolean(),
});

const knownOrder = z.object({
  orderNumber: z.string(),
  kind: z.enum(['paid', 'placed', 'paying', 'at_form']),
  address: z.string(),
  /** Payment at the provider. Null without one. */
  intentId: z.string().nullable(),
});

/**
 * A visitor's order that needs no further payment. `paying` while the provider has not answered.
 * `at_form` while it is unknown whether the shopper has paid. `placed` if nothing had to be paid or
 * the money is in doubt.
 */
export type KnownOrder = z.infer<typeof knownOrder>;

export const standingOutput = z.object({
  /** Why the checkout has ended. Null if it goes on. */
  end: errorBodySchema.nullable(),
  /** True if the order costs something else than its page shows. */
  is_outdated: z.boolean(),
  /** Order that the checkout became. */
  order: knownOrder.nullable(),
  /** Address of its form. Null if it is not the visitor's. */
  address: z.string().nullable(),
});

export type CheckoutView = z.infer<typeof checkoutView>;
/** Items and amounts of a checkout, or of a cart that has none yet. */
export type CheckoutOffer = Omit<CheckoutView, 'id' | 'state' | 'expiresAt' | 'secondsLeft'>;
export type IntentAnswer = z.infer<typeof intentOutput>;
export type CodeApplied = z.infer<typeof codeOutput>;
export type OrderAnswer = z.infer<typeof orderOutput>;
export type Change = z.infer<typeof updateIntentInput>;
export type SentChange = z.input<typeof updateIntentInput>;

export const buyNowCall = endpointWithBody('post', '/create-checkout', {
  summary: 'Start a Buy Now checkout for these units',
  input: createCheckoutInput,
  output: createCheckoutOutput,
});

export const configCall = endpoint('get', '/get-stripe-config', {
  summary: 'Get the payment form configuration',
  output: configOutput,
});

export const createCall = endpointWithBody('post', '/create-payment-intent', {
  summary: 'Start or continue the cart’s checkout',
  input: createIntentInput,
  output: intentOutput,
});

export const updateCall = endpointWithBody('post', '/update-payment-intent', {
  summary: 'Update a checkout and its payment intent',
  input: updateIntentInput,
  output: intentOutput,
});

/** Input of a typed code. With `checkout_id`, a valid one is applied to that checkout. */
const codeInput = validateInput.extend({ checkout_id: z.uuid().optional() });
/** `applied`: the checkout with the code, if it was applied. */
const codeOutput = validateOutput.extend({ applied: intentOutput.optional() });

export const validateCall = endpointWithBody('post', '/validate-discount', {
  summary: 'Validate a discount code for a cart or checkout',
  input: codeInput,
  output: codeOutput,
});

export const orderCall = endpointWithBody('post', '/create-order', {
  summary: 'Place the order for a paid intent, or a free order',
  input: createOrderInput,
  output: orderOutput,
});

export const statusCall = createRoute({
  method: 'get',
  path: '/order-status',
  summary: 'Get the order for a payment',
  request: { query: z.object({ payment_intent: z.string().optional(), session_id: z.string().optional() }) },
  responses: { 200: json(orderOutput, 'The order'), 422: json(errorBodySchema, 'Not paid') },
});

const paymentId = z.string().min(1).max(255);

export const standingCall = createRoute({
  method: 'get',
  path: '/checkout-state',
  summary: 'Whether a checkout goes on, and why not',
  request: {
    query: z.object({
      checkout_id: z.uuid().optional(),
      payment_intent: paymentId.optional(),
      session_id: paymentId.optional(),
    }),
  },
  responses: { 200: json(standingOutput, 'Its state'), 400: json(errorBodySchema, 'The request is invalid') },
});

export const suggestionsQuery = z.object({ query: z.string().trim().min(3).max(200), country: z.string().length(2) });

const suggestion = z.object({
  description: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  country: z.string(),
});

export const suggestionsOutput = z.object({ suggestions: z.array(suggestion) });

export const postalPlaceQuery = z.object({
  postalCode: z.string().overwrite(normalizeIdentifier).min(1).max(20),
  country: z.string().length(2),
  /** City that is already typed in the form. A place in another city is not returned. */
  city: z.string().max(100).optional(),
});

const postalPlace = z.object({ city: z.string(), state: z.string() });

export const postalPlaceOutput = z.object({ place: postalPlace.nullable() });

export type PostalPlace = z.infer<typeof postalPlace>;
export type Suggestion = z.infer<typeof suggestion>;

export const suggestCall = endpointWithBody('post', '/address-suggestions', {
  summary: 'Get address suggestions',
  input: suggestionsQuery,
  output: suggestionsOutput,
});

export const postalPlaceCall = endpointWithBody('post', '/postal-place', {
  summary: 'Look up the city and state for a postal code. Null if unknown or ambiguous',
  input: postalPlaceQuery,
  output: postalPlaceOutput,
});

export const exitOfferRefusals = {
  offer_over: 'This offer has ended. Everything else about your order stays as it is.',
  present_is_better:
    'The discount on your order already takes off at least as much, so it stays. Offers cannot be combined.',
} as const;

export type ExitOfferRefusal = keyof typeof exitOfferRefusals;

export const exitOfferInput = z.object({ checkout_id: z.uuid() });

export const exitOfferOutput = z.object({
  code: z.string(),
  name: z.string(),
  ends_at: z.string(),
  /** Seconds until the offer ends, by the shop's clock. */
  seconds_left: z.number(),
  /** Code of the smaller discount that the offer replaces, or null. */
  replaces: z.string().nullable(),
});

export type ExitOfferAnswer = z.infer<typeof exitOfferOutput>;

export const exitOfferCall = endpointWithBody('post', '/exit-offer', {
  summary: 'Apply the exit offer to a checkout',
  input: exitOfferInput,
  output: exitOfferOutput,
});
