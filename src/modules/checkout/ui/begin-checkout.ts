import type { CartItem } from '#modules/cart/ui/cart-store.ts';
import { recordableArrival } from '#modules/conversions/ui/visit-attribution.ts';
import { isCheckoutEnd } from '../checkout-ends.ts';
import type { CheckoutView, IntentAnswer } from '../checkout.schema.ts';
import { call } from '#modules/api-client.ts';
import { dollarsToCents } from '#shared/money.ts';
import type { Refusal } from '#ui/refusal.ts';
import { toast } from '#ui/toast.tsx';

import { loadPaymentForm, mayLoad, type PaymentConfig } from './load-stripe.ts';

export type CheckoutSession = {
  config: PaymentConfig;
  view: CheckoutView;
  clientSecret: string | null;
  intentId: string | null;
  /** Messages about changes that the shop made to the order. */
  notes: readonly string[];
};

function failure(title: string, reason: string, message: string): Refusal {
  toast({ title, description: message, destructive: true });
  return { reason, message };
}

function subtotalOf(items: readonly CartItem[]): number {
  const cents = items.map(({ product, quantity }) => dollarsToCents(product.sale_price ?? product.price) * quantity);
  return cents.reduce((a, b) => a + b, 0) / 100;
}

async function paymentConfig(): Promise<PaymentConfig | Refusal> {
  const config = await call('GET /get-stripe-config');
  const title = 'Configuration Error';
  if (!config.ok) return failure(title, 'config', 'Failed to load payment configuration. Please try again.');
  if (config.body.publishableKey !== '') return config.body;
  const unconfigured = failure(title, 'config', 'Payment system not configured properly.');
  if (config.body.mode === 'live') return unconfigured;
  return { ...unconfigured, message: 'Stripe configuration missing. Please check environment variables.' };
}

/**
 * The cart to buy: that of the Buy Now `buy` instead of the shopper's own, or that of the expired
 * checkout `revive`.
 */
type Which = { buy: string | null; revive?: string };

/** True for a refusal without a toast: the page says it, or asks again by itself. */
const isShownByPage = (reason: string) => reason === 'payment_unknown' || isCheckoutEnd(reason);

/**
 * Loads the payment configuration, then begins the checkout. Most failures are also shown as a
 * toast.
 */
export async function beginCheckout(items: readonly CartItem[], which: Which): Promise<CheckoutSession | Refusal> {
  const subtotal = subtotalOf(items);
  if (items.length > 0 && !(subtotal > 0)) {
    const text = 'There was an error calculating your cart total. Please refresh and try again.';
    return failure('Cart Error', 'cart_error', text);
  }
  const config = await paymentConfig();
  if ('reason' in config) return config;
  // Loads while the shop and the provider create the payment.
  if (mayLoad(config)) void loadPaymentForm(config);
  // Required by the specification. The shop does not read it: it knows the cart and its prices.
  const unread = {
    items: items.map(({ product_id, quantity }) => ({ product_id, quantity })),
    customerInfo: null,
    orderCalculation: { subtotal, discountAmount: 0, shippingAmount: 0, taxAmount: 0, total: subtotal },
  };
  const arrival = recordableArrival();
  const answer = await call('POST /create-payment-intent', { ...unread, discountCode: null, ...which, arrival });
  if (!answer.ok) {
    const { reason, message } = answer;
    // A refused revival is shown beside the pressed button.
    if (isShownByPage(reason) || which.revive !== undefined) return { reason, message };
    if (reason === 'unreachable') return failure('Checkout Error', reason, message);
    return failure('Setup Error', reason, message || 'Failed to initialize checkout. Please try again.');
  }
  // An incomplete answer becomes a failure instead of an exception.
  const begun: Partial<IntentAnswer> = answer.body;
  const { checkout, client_secret = null, payment_intent_id = null, amount = 0, notes = [] } = begun;
  if (checkout === undefined) {
    return failure('Checkout Error', 'no_checkout', 'Failed to setup checkout. Please try again.');
  }
  if (client_secret === null && amount > 0) {
    return failure('Checkout Error', 'no_secret', 'Invalid response from payment processor. Please try again.');
  }
  return { config, view: checkout, clientSecret: client_secret, intentId: payment_intent_id, notes };
}
