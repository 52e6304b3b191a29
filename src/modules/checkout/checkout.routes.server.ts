import type { Context } from 'hono';
import { z } from 'zod';

import { hasConsent } from '#modules/accounts/consent.server.ts';
import { rememberAgreement } from '#modules/conversions/conversions.server.ts';
import { mailStatus } from '#modules/email/mails.server.ts';
import { orderSummaryOnWire } from '#modules/orders/order-record.ts';
import { orderConfirmation } from '#modules/orders/orders.emails.server.ts';
import { pageOrderToken } from '#modules/orders/order-token.server.ts';
import { withinBudget } from '#modules/payments/circuit-breaker.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { HttpError, notFound } from '#platform/http/errors.server.ts';
import { newRoutes } from '#platform/http/routes.server.ts';
import type { ShopEnv, ShopRoutes, Visitor } from '#platform/http/visitor.server.ts';
import type { Limits } from '#platform/limits/limits.server.ts';
import { addressIssues } from '#shared/address.ts';
import type { Result } from '#shared/result.ts';

import { contactIssues } from './contact-details.ts';
import { fieldRefusal } from './address-check.server.ts';
import {
  checkoutRefusals,
  configCall,
  createCall,
  type createOrderInput,
  orderCall,
  statusCall,
  updateCall,
  type Change,
  type CheckoutRefusal,
  type IntentAnswer,
  type OrderAnswer,
} from './checkout.schema.ts';
import { confirmHostedOrder } from './hosted-checkout.server.ts';
import type { OrderWithMailStatus } from './checkout.queries.server.ts';
import type { OpenCheckout } from './quote-version.server.ts';
import { giveBackOpening, mayOpen } from './checkout-limits.server.ts';
import { hasLiveCheckout, openCheckout, reviseCheckout } from './checkout.server.ts';
import { confirmFreeOrder, confirmPaidOrder } from './confirm-order.server.ts';
import { orderOfOwn } from './checkout-session.server.ts';
import { checkoutOnWire } from './checkout-view.ts';

function refused(c: Context<ShopEnv>, reason: CheckoutRefusal, message: string = checkoutRefusals[reason]) {
  return c.json({ error: reason, message }, 422);
}

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

const idInQuery = z.string().min(1).max(255);

export function checkoutRoutes(ctx: PaymentsCtx, limits: Limits): ShopRoutes {
  const routes = newRoutes();
  routes.openapi(configCall, (c) => {
    const { publishableKey, scriptUrl, mode } = ctx.payments;
    const taxByPostalCode = ctx.settings.tax === 'stripe';
    return c.json({ publishableKey, scriptUrl, mode, taxByPostalCode }, 200);
  });
  routes.openapi(createCall, async (c) => {
    const visitor = c.get('visitor');
    const opening = c.req.valid('json');
    const isCounted = await mayOpen(limits, visitor, 'create-intent');
    if (!isCounted && !(await hasLiveCheckout(ctx, visitor, opening))) {
      throw new HttpError(429, 'too_many_requests', 'Too many requests. Please wait a minute and try again.');
    }
    const result = await withinBudget(() => openCheckout({ ...ctx, limits }, visitor, opening));
    // A reload does not count as an opening.
    if (isCounted && result.ok && result.value.isContinued === true) {
      await giveBackOpening(limits, visitor, 'create-intent');
    }
    if (result.ok && hasConsent(c)) {
      const visit = { ip: visitor.ip, userAgent: c.req.header('user-agent') ?? '' };
      await rememberAgreement(ctx, result.value.checkout.id, visit);
    }
    return result.ok ? c.json(opened(ctx, result.value), 200) : refused(c, result.reason);
  });
  routes.openapi(updateCall, async (c) => {
    const change = c.req.valid('json');
    const wrong = fieldRefusal(change);
    if (wrong !== null) return c.json(wrong, 422);
    const result = await withinBudget(() => reviseCheckout({ ...ctx, limits }, c.get('visitor'), change));
    if (result.ok) return c.json(opened(ctx, result.value), 200);
    return refused(c, result.reason, result.reason === 'incomplete' ? fieldSentence(change) : undefined);
  });
  routes.openapi(orderCall, async (c) => {
    const result = await withinBudget(() => confirm(ctx, c.get('visitor'), c.req.valid('json')));
    return result.ok ? c.json(await placed(ctx, result.value), 200) : refused(c, result.reason);
  });
  routes.openapi(statusCall, async (c) => {
    const view = await placedOf(ctx, c.get('visitor'), c.req.valid('query'));
    if (view === null) return refused(c, 'not_paid');
    return c.json(await placed(ctx, view), 200);
  });
  return routes;
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
  if (intentId.success) return orderOfOwn(ctx.db, visitor, { intentId: intentId.data });
  if (sessionId.success) return orderOfOwn(ctx.db, visitor, { sessionId: sessionId.data });
  throw notFound();
}
