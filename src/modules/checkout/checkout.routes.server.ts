import type { Context } from 'hono';
import { z } from 'zod';

import { hasConsent, hasPrivacySignal } from '#modules/accounts/ads-consent.server.ts';
import { deviceKind } from '#modules/accounts/sessions.ts';
import { recordTrackingConsent } from '#modules/conversions/conversions.server.ts';
import { checkCode } from '#modules/discounts/check-code.server.ts';
import { secondsToNextTry } from '#modules/discounts/code-attempts.server.ts';
import { mailStatus } from '#modules/email/mail-log.server.ts';
import { orderSummaryOnWire } from '#modules/orders/order-record.ts';
import { pageOrderToken } from '#modules/orders/order-token.server.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';
import { withDeadline } from '#modules/payments/circuit-breaker.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { taxSource } from '#modules/tax/tax-rates.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { HttpError, notFound } from '#platform/http/http-error.server.ts';
import { ensureCartToken } from '#platform/http/guest-cookie.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopEnv, ShopRoutes, Visitor } from '#platform/http/visitor.server.ts';
import type { Limit, Limits } from '#platform/limits/limits.server.ts';
import { consumeVisitorPoint, visitorKey } from '#platform/limits/visitor-limits.server.ts';
import { addressIssues } from '#shared/address.ts';
import { contactIssues } from '#shared/contact.ts';
import { centsToDollars } from '#shared/money.ts';
import type { Result } from '#shared/result.ts';
import { sourceOf, unrecorded, type OrderOrigin } from '#shared/visit-source.ts';
import type { VisitAttribution } from '#shared/visit-source.schema.ts';

import { fieldRefusal, placeAt } from './address-check.server.ts';
import { addressSuggestions } from './address-suggestions.server.ts';
import { buyNow, tooManyRequests } from './buy-now.server.ts';
import { explainEnd, standingOfOpen, type LinkStateOf, type Subject } from './checkout-end.server.ts';
import { endStatus, isCheckoutEnd } from './checkout-ends.ts';
import type { CheckoutName, OrderWithMailStatus } from './find-checkout.queries.server.ts';
import {
  buyNowCall,
  checkoutRefusals,
  configCall,
  createCall,
  type createOrderInput,
  exitOfferCall,
  exitOfferRefusals,
  type ExitOfferRefusal,
  type createIntentInput,
  orderCall,
  postalPlaceCall,
  standingCall,
  statusCall,
  suggestCall,
  updateCall,
  validateCall,
  type Change,
  type CheckoutRefusal,
  type CodeApplied,
  type IntentAnswer,
  type OrderAnswer,
} from './checkout.schema.ts';
import { findVisitorOrder, ownCheckout, type OpenCheckout } from './checkout.server.ts';
import { confirmFreeOrder, confirmPaidOrder } from './confirm-order.server.ts';
import { makeExitOffer } from './exit-offer.server.ts';
import { secondsUntil } from './exit-offer.ts';
import { confirmHostedOrder } from './hosted-checkout.server.ts';
import { hasLiveCheckout, openCheckout } from './open-checkout.server.ts';
import { checkoutOnWire } from './quote.ts';
import { restoreOpeningPoint, consumeOpeningPoint } from './reservation.server.ts';
import { reviseCheckout } from './revise-checkout.server.ts';
import { receiveEvent } from './stripe-webhook.server.ts';

const checkoutSentences = { ...checkoutRefusals, ...exitOfferRefusals };

/** Answers a refusal. A checkout that is not the visitor's is not found. */
function refused(
  c: Context<ShopEnv>,
  reason: CheckoutRefusal | ExitOfferRefusal,
  message: string = checkoutSentences[reason],
) {
  if (endStatus(reason) === 404) throw new HttpError(404, reason, message);
  return c.json({ error: reason, message }, 422);
}

type Opening = z.infer<typeof createIntentInput>;

/** Returns the checkout or cart that an opening is about. */
const subjectOf = (opening: Opening): Subject => (opening.revive ? { id: opening.revive } : { opening });

/**
 * Returns the message of the first incomplete or invalid field, or undefined if all fields are
 * valid.
 */
function fieldSentence({ customer_info: contact, shipping_address: address }: Change): string | undefined {
  return Object.values({ ...(address && addressIssues(address)), ...(contact && contactIssues(contact)) })[0];
}

function opened(ctx: PaymentsCtx, open: OpenCheckout): IntentAnswer {
  const free = open.quote.totalCents === 0;
  return {
    client_secret: free ? null : open.checkout.clientSecret,
    payment_intent_id: free ? null : open.checkout.paymentIntentId,
    amount: open.quote.totalCents,
    checkout: checkoutOnWire(open, ctx.now()),
    notes: [...open.notes],
  };
}

/** Answer to a typed code that was applied to a checkout, with the new figures. */
function applied(ctx: PaymentsCtx, open: OpenCheckout): CodeApplied {
  const { code } = open.quote;
  if (code === null) throw new Error(`checkout ${open.checkout.id} did not store its code`);
  return {
    valid: true,
    message: `${code.name} applied`,
    discountCode: { code: code.code, name: code.name },
    discountAmount: centsToDollars(code.amountCents),
    applied: opened(ctx, open),
  };
}

async function placed(ctx: PaymentsCtx, { mailStatus: known, ...view }: OrderWithMailStatus): Promise<OrderAnswer> {
  return {
    success: true,
    order: {
      id: view.id,
      order_number: view.orderNumber,
      token: pageOrderToken(ctx.settings.sessionSecret, view.id, ctx.now()),
      view: orderSummaryOnWire(view),
    },
    email_status: known ?? (await mailStatus(ctx.db, view.id, orderConfirmation)),
  };
}

type Arrived = { arrival?: VisitAttribution | undefined };

/** Returns the origin that an order may record. */
function originOf(c: Context<ShopEnv>, { settings }: Pick<Ctx, 'settings'>, { arrival }: Arrived): OrderOrigin {
  if (arrival === undefined || hasPrivacySignal(c)) return unrecorded;
  const { host } = new URL(settings.publicUrl);
  return { source: sourceOf(arrival, host), device: deviceKind(c.req.header('user-agent') ?? '') };
}

const idInQuery = z.string().min(1).max(255);

export function checkoutRoutes(ctx: PaymentsCtx, limits: Limits, linkState: LinkStateOf): ShopRoutes {
  const routes = newRoutes();
  const endCtx = () => ({ ...ctx, linkState });
  routes.openapi(configCall, async (c) => {
    const { publishableKey, scriptUrl, mode } = ctx.payments;
    const taxByPostalCode = (await taxSource(ctx)) === 'stripe';
    return c.json({ publishableKey, scriptUrl, mode, taxByPostalCode }, 200);
  });
  routes.openapi(createCall, async (c) => {
    const visitor = c.get('visitor');
    const opening = c.req.valid('json');
    const isCounted = await consumeOpeningPoint(limits, visitor, 'create-intent');
    if (!isCounted && !(await hasLiveCheckout(ctx, visitor, opening))) {
      throw new HttpError(429, 'too_many_requests', 'Too many requests. Please wait a minute and try again.');
    }
    const origin = originOf(c, ctx, opening);
    const open = withDeadline(() => openCheckout({ ...ctx, limits }, visitor, { ...opening, origin }));
    const result = await explainEnd(endCtx(), { visitor, subject: subjectOf(opening) }, open);
    // A reload does not count as an opening.
    if (isCounted && result.ok && result.value.isContinued === true) {
      await restoreOpeningPoint(limits, visitor, 'create-intent');
    }
    if (result.ok && hasConsent(c)) {
      const visit = { ip: visitor.ip, userAgent: c.req.header('user-agent') ?? '' };
      await recordTrackingConsent(ctx, result.value.checkout.id, visit);
    }
    return result.ok ? c.json(opened(ctx, result.value), 200) : refused(c, result.reason, result.message);
  });
  routes.openapi(updateCall, async (c) => {
    const change = c.req.valid('json');
    const wrong = fieldRefusal(change);
    if (wrong !== null) return c.json(wrong, 422);
    const visitor = c.get('visitor');
    const revised = withDeadline(() => reviseCheckout({ ...ctx, limits }, visitor, change));
    const result = await explainEnd(endCtx(), { visitor, subject: { id: change.checkout_id } }, revised);
    if (result.ok) return c.json(opened(ctx, result.value), 200);
    return refused(c, result.reason, result.reason === 'incomplete' ? fieldSentence(change) : result.message);
  });
  routes.openapi(validateCall, async (c) => {
    const visitor = c.get('visitor');
    const { checkout_id: id, ...typed } = c.req.valid('json');
    if (id === undefined) return c.json(await checkCode(ctx, visitor, { ...typed, limits }), 200);
    const change = { checkout_id: id, discount_code: typed.code };
    const revised = withDeadline(() => reviseCheckout({ ...ctx, limits }, visitor, change));
    const result = await explainEnd(endCtx(), { visitor, subject: { id } }, revised);
    if (result.ok) return c.json(applied(ctx, result.value), 200);
    const { reason } = result;
    if (endStatus(reason) === 404) return refused(c, reason);
    const answer = { valid: false, reason, error: checkoutRefusals[reason] };
    if (isCheckoutEnd(reason)) return c.json({ ...answer, waitSeconds: 0 }, 200);
    const { cartId } = await ownCheckout(ctx.db, visitor, { id });
    const waitSeconds = await secondsToNextTry(limits, { shopperKey: cartId, ip: visitor.ip });
    return c.json({ ...answer, waitSeconds }, 200);
  });
  routes.openapi(orderCall, async (c) => {
    const [visitor, input] = [c.get('visitor'), c.req.valid('json')];
    const named = input.payment_intent_id ?? input.session_id;
    const subject = named || !input.checkout_id ? null : { id: input.checkout_id };
    const confirmed = withDeadline(() => confirm(ctx, visitor, input));
    const result = await explainEnd(endCtx(), { visitor, subject }, confirmed);
    return result.ok ? c.json(await placed(ctx, result.value), 200) : refused(c, result.reason, result.message);
  });
  routes.openapi(statusCall, async (c) => {
    const view = await placedOf(ctx, c.get('visitor'), c.req.valid('query'));
    if (view === null) return refused(c, 'not_paid');
    return c.json(await placed(ctx, view), 200);
  });
  routes.openapi(standingCall, async (c) => {
    const name = nameIn(c.req.valid('query'));
    const { end, isOutdated, order, address } = await withDeadline(() =>
      standingOfOpen(endCtx(), c.get('visitor'), name),
    );
    const ended = end === null ? null : { error: end, message: checkoutRefusals[end] };
    return c.json({ end: ended, is_outdated: isOutdated, order, address }, 200);
  });
  return routes;
}

function nameIn(query: z.infer<typeof standingCall.request.query>): CheckoutName {
  const { checkout_id: id, payment_intent: intentId, session_id: sessionId } = query;
  if (id !== undefined) return { id };
  if (intentId !== undefined) return { intentId };
  if (sessionId !== undefined) return { sessionId };
  throw notFound();
}

function confirm(
  ctx: PaymentsCtx,
  visitor: Visitor,
  input: z.infer<typeof createOrderInput>,
): Promise<Result<OrderWithMailStatus, CheckoutRefusal>> {
  const { payment_intent_id: intentId, session_id: sessionId, checkout_id: checkoutId } = input;
  if (intentId) return confirmPaidOrder(ctx, visitor, intentId);
  if (sessionId) return confirmHostedOrder(ctx, visitor, sessionId);
  if (checkoutId) return confirmFreeOrder(ctx, visitor, checkoutId);
  throw new HttpError(400, 'bad_request', 'A payment intent, a session or a checkout is needed.');
}

/** Returns the order of the payment or page in the query, or null before it is placed. */
function placedOf(
  ctx: PaymentsCtx,
  visitor: Visitor,
  query: z.infer<typeof statusCall.request.query>,
): Promise<OrderWithMailStatus | null> {
  const intentId = idInQuery.safeParse(query.payment_intent);
  const sessionId = idInQuery.safeParse(query.session_id);
  if (intentId.success) return findVisitorOrder(ctx.db, visitor, { intentId: intentId.data });
  if (sessionId.success) return findVisitorOrder(ctx.db, visitor, { sessionId: sessionId.data });
  throw notFound();
}

export function buyNowRoutes(ctx: PaymentsCtx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(buyNowCall, async (c) => {
    const order = c.req.valid('json');
    const items = order.items.map(({ id, quantity }) => ({ productId: id, quantity }));
    const origin = originOf(c, ctx, order);
    const result = await buyNow(ctx, limits, { visitor: ensureCartToken(c, ctx.settings), items, origin });
    if (result.ok) return c.json({ url: result.url }, 200);
    return c.json({ error: result.reason, message: result.message }, result === tooManyRequests ? 429 : 422);
  });
  return routes;
}

const perHour: Limit = { name: 'exit-offer', points: 10, seconds: 3_600 };

export function exitOfferRoutes(ctx: PaymentsCtx, limits: Limits, linkState: LinkStateOf): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(exitOfferCall, async (c) => {
    const visitor = c.get('visitor');
    if (!(await limits.consume(perHour, visitorKey(visitor)))) {
      throw new HttpError(429, 'too_many_requests', 'Too many requests. Please try again later.');
    }
    const id = c.req.valid('json').checkout_id;
    const made = makeExitOffer(ctx, visitor, id);
    const offer = await explainEnd({ ...ctx, linkState }, { visitor, subject: { id } }, made);
    if (!offer.ok) return refused(c, offer.reason);
    const { code, replaces } = offer.value;
    const endsAt = code.endsAt ?? ctx.now();
    const seconds_left = secondsUntil(endsAt, ctx.now());
    return c.json({ code: code.code, name: code.name, ends_at: endsAt.toISOString(), seconds_left, replaces }, 200);
  });
  return routes;
}

const perMinute: Limit = { name: 'address-suggestions', points: 60, seconds: 60 };

// Uses POST so that the typed text does not appear in URLs and logs.
export function suggestionRoutes(ctx: Ctx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(suggestCall, async (c) => {
    const { query, country } = c.req.valid('json');
    const isAllowed = await consumeVisitorPoint(limits, perMinute, c.get('visitor'));
    const suggestions = isAllowed ? await addressSuggestions(ctx, query, country) : [];
    return c.json({ suggestions }, 200);
  });
  routes.openapi(postalPlaceCall, async (c) => {
    const place = placeAt(c.req.valid('json'));
    const isAllowed = await consumeVisitorPoint(limits, perMinute, c.get('visitor'));
    return c.json({ place: isAllowed ? place : null }, 200);
  });
  return routes;
}

/**
 * Webhook of the provider. Requires no cookie or origin because the signature over the raw body
 * authenticates it.
 */
export function stripeWebhookRoutes(ctx: PaymentsCtx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.post('/stripe-webhook', async (c) => {
    const rawBody = await c.req.text();
    const signature = c.req.header('stripe-signature') ?? '';
    const event = ctx.payments.verifyEvent({ rawBody, signature, receivedAt: ctx.now() });
    if (event === null) throw new HttpError(400, 'bad_signature', 'The signature does not fit.');
    await receiveEvent(ctx, limits, event);
    return c.json({ received: true });
  });
  return routes;
}
