import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { cartSentence, purchasable, type CartResult } from '#modules/cart/cart.server.ts';
import { activeProducts } from '#modules/catalog/catalog.server.ts';
import { auditedContact } from '#modules/orders/order-contact.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { decide } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { itemsText, unitsField } from './phone-order.ts';
import { insertPhoneOrder } from './phone-orders.queries.server.ts';
import type { FieldIssues, TypedPhoneOrder } from './read-phone-order.server.ts';
import { mailLink } from './send-link.server.ts';

type Units = TypedPhoneOrder['units'];

/** Returns the message of each product whose units cannot be bought now. */
async function unitIssues(tx: Db, units: Units): Promise<FieldIssues> {
  const issues: FieldIssues = {};
  for (const one of units) {
    const possible: CartResult<null> = await purchasable(tx, one);
    if (!possible.ok) issues[unitsField(one.productId)] = cartSentence(possible);
  }
  return issues;
}

/** Returns the items with the names that the products have now. */
async function namedItems(tx: Db, units: Units) {
  const names = new Map(
    (
      await activeProducts(
        tx,
        units.map(({ productId }) => productId),
      )
    ).map((one) => [one.id, one.name]),
  );
  return units.map(({ productId, quantity }) => ({ productId, quantity, name: names.get(productId) ?? '' }));
}

type Created = Result<null, 'unavailable'> & { issues?: FieldIssues };

/**
 * Stores a telephone order, which the caller has checked, and mails its payment link once. `id`
 * comes from the form, so a form sent twice makes one order. Nothing is reserved. Refuses
 * `unavailable` with the messages of the products.
 */
export function createPhoneOrder(
  ctx: Ctx,
  actor: Actor,
  { id, ...typed }: TypedPhoneOrder & { id: string },
): Promise<Created> {
  return decide<Created>(ctx.db, async (tx) => {
    const issues = await unitIssues(tx, typed.units);
    if (Object.keys(issues).length > 0) return { ...refuse('unavailable'), issues };
    const { email, ...customer } = typed.contact;
    const { shippingAddress } = typed;
    const items = await namedItems(tx, typed.units);
    const stored = await insertPhoneOrder(tx, { id, email, customer, shippingAddress, items, takenBy: actor.email });
    if (stored === null) return ok(null);
    await mailLink(tx, ctx, stored);
    // Names are left out: the log is permanent, and an unpaid order is not part of the books.
    const { email: to, phone } = auditedContact(typed.contact);
    const after = { email: to, phone, items: itemsText(items) };
    await recordChange(tx, actor, { action: 'phone_order.create', subject: `phone_order:${id}`, before: null, after });
    return ok(null);
  });
}
