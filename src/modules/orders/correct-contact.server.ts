import type { Actor } from '#modules/audit/audit-log.ts';
import { undeliverableDomain } from '#modules/email/mail.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { decideOnOrder, writeChange, type SeenOrder } from './change-order.server.ts';
import { auditedContact, changedContactFields, type OrderContact } from './order-contact.ts';
import { loadOrder } from './orders.queries.server.ts';
import type { ContactRefusal } from './orders.schema.ts';
import { redirectQueuedMails } from './send-order-emails.server.ts';

type Correction = SeenOrder & { contact: OrderContact };

const fieldNames = { email: 'email', firstName: 'first name', lastName: 'last name', phone: 'phone' };

/**
 * Corrects email, name and phone of an order, which the caller has checked. The email is stored in
 * lower case. Emails that are still queued go to the new address. Unchanged input writes nothing.
 * Refuses `changed_meanwhile`, and `erased` if the customer's contact was erased.
 */
export function correctContact(
  ctx: Ctx,
  actor: Actor,
  { contact, ...seen }: Correction,
): Promise<Result<null, ContactRefusal>> {
  return decideOnOrder(ctx, seen, async (tx, order): Promise<Result<null, ContactRefusal>> => {
    if (order.email.endsWith(undeliverableDomain)) return refuse('erased');
    const before = { email: order.email, ...order.customer };
    const after = { ...contact, email: contact.email.toLowerCase() };
    const changed = changedContactFields(before, after);
    if (changed.length === 0) return ok(null);
    const { email, ...customer } = after;
    await writeChange(tx, ctx, {
      order,
      actor,
      set: { email, customer },
      event: { type: 'contact', message: `Contact corrected: ${changed.map((name) => fieldNames[name]).join(', ')}` },
      action: 'order.contact',
      before: auditedContact(before),
      after: { ...auditedContact(after), changed },
    });
    if (changed.includes('email')) await redirectQueuedMails(tx, ctx, await loadOrder(tx, order.id));
    return ok(null);
  });
}
