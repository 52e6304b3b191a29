import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { cartSentence, purchasable, type CartResult, type Purchase } from '#modules/cart/cart.server.ts';
import { activeProducts } from '#modules/catalog/products.queries.server.ts';
import { addressWarning } from '#modules/checkout/address-check.server.ts';
import { auditedContact } from '#modules/orders/order-contact.ts';
import { findSoldCountries } from '#modules/shipping/sold-countries.queries.server.ts';
import { countryRefusal } from '#modules/shipping/shipping-terms.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import type { FormValues } from '#shared/form-values.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { itemsText, unitsField } from './phone-order.ts';
import { insertPhoneOrder } from './phone-orders.queries.server.ts';
import { readPhoneOrder, type FieldIssues } from './read-phone-order.server.ts';
import { mailLink } from './send-link.server.ts';

/** Returns the message of each product whose units cannot be bought now. */
async function unitIssues(tx: Db, units: readonly Purchase[]): Promise<FieldIssues> {
  const issues: FieldIssues = {};
  for (const one of units) {
    const possible: CartResult<null> = await purchasable(tx, one);
    if (!possible.ok) issues[unitsField(one.productId)] = cartSentence(possible);
  }
  return issues;
}

/** Returns the items with the names that the products have now. */
async function namedItems(tx: Db, units: readonly Purchase[]) {
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

type Created = Result<null, 'unusable' | 'address_doubted'> & { issues?: FieldIssues };

type NewPhoneOrder = {
  /** Key of the form: a form sent twice makes one order. */
  id: string;
  /** Fields of the form, as typed. */
  values: FormValues;
  /** True when the admin confirmed the address after the question about it. */
  isAddressConfirmed: boolean;
};

/**
 * Stores a phone order and mails its payment link once. Nothing is reserved. Refuses `unusable`
 * with the messages of the fields and products, and `address_doubted` until the address is
 * confirmed.
 */
export async function createPhoneOrder(
  ctx: Ctx,
  actor: Actor,
  { id, values, isAddressConfirmed }: NewPhoneOrder,
): Promise<Created> {
  const { typed, issues: wrong } = readPhoneOrder(values);
  const unsold = countryRefusal(await findSoldCountries(ctx.db), typed.shippingAddress.country);
  if (unsold?.message !== undefined) wrong.country = unsold.message;
  if (Object.keys(wrong).length > 0) return { ...refuse('unusable'), issues: wrong };
  const doubt = isAddressConfirmed ? null : addressWarning(typed.shippingAddress);
  if (doubt !== null) return { ...refuse('address_doubted'), issues: { postalCode: doubt } };
  return inResultTransaction<Created>(ctx.db, async (tx) => {
    const issues = await unitIssues(tx, typed.units);
    if (Object.keys(issues).length > 0) return { ...refuse('unusable'), issues };
    const { email, ...customer } = typed.contact;
    const { shippingAddress } = typed;
    const items = await namedItems(tx, typed.units);
    const stored = await insertPhoneOrder(tx, { id, email, customer, shippingAddress, items, createdBy: actor.email });
    if (stored === null) return ok(null);
    await mailLink(tx, ctx, stored);
    // Names are left out: the log is permanent, and an unpaid order is not part of the books.
    const { email: to, phone } = auditedContact(typed.contact);
    const after = { email: to, phone, items: itemsText(items) };
    await recordChange(tx, actor, { action: 'phone_order.create', subject: `phone_order:${id}`, before: null, after });
    return ok(null);
  });
}
