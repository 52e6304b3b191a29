import type { Actor } from '#modules/audit/audit-log.ts';
import { undeliverableDomain } from '#modules/email/mail.ts';
import { reassignTeamNotes } from '#modules/team-notes/team-notes.queries.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { issuesIn, type Issues } from '#shared/form-issues.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { withLockedOrder, storeOrderChange, type ExpectedOrder } from './change-order.server.ts';
import { auditedContact, changedContactFields, type OrderContact } from './order-contact.ts';
import { hasGuestOrder, loadOrder, type OrderRow } from './orders.queries.server.ts';
import type { ContactRefusal } from './orders.schema.ts';
import { readContact } from './read-contact.server.ts';
import { redirectQueuedMails } from './send-order-emails.server.ts';

type Correction = ExpectedOrder & {
  /** Contact as typed. */
  contact: Partial<OrderContact>;
};

type Corrected = Result<null, ContactRefusal> & { issues?: Issues<keyof OrderContact> };

const fieldNames = { email: 'email', firstName: 'first name', lastName: 'last name', phone: 'phone' };

/** Sends queued emails to the new address of an order. A guest's notes follow the last order. */
async function followEmail(tx: Db, ctx: Ctx, { id, email: from, customerId }: OrderRow): Promise<void> {
  const corrected = await loadOrder(tx, id);
  await redirectQueuedMails(tx, ctx, corrected);
  const isLast = customerId === null && !(await hasGuestOrder(tx, from));
  if (isLast) await reassignTeamNotes(tx, 'customer', { from, to: corrected.email });
}

/**
 * Corrects email, name and phone of an order. A field that stays as it is stored may be incomplete,
 * so that an order without a phone can get another email. Emails that are still queued go to the
 * new address. Unchanged input writes nothing. Refuses `unusable` with the issues of changed
 * fields, `changed_meanwhile`, and `erased` if the customer's contact was erased.
 */
export function correctContact(ctx: Ctx, actor: Actor, { contact: typed, ...seen }: Correction): Promise<Corrected> {
  return withLockedOrder(ctx, seen, async (tx, order): Promise<Corrected> => {
    if (order.email.endsWith(undeliverableDomain)) return refuse('erased');
    const before = { email: order.email, ...order.customer };
    const { contact: after, issues } = readContact(typed, order.shippingAddress.country);
    const changed = changedContactFields(before, after);
    const open = issuesIn(Object.fromEntries(changed.map((name) => [name, issues[name]])));
    if (Object.keys(open).length > 0) return { ...refuse('unusable'), issues: open };
    if (changed.length === 0) return ok(null);
    const { email, ...customer } = after;
    await storeOrderChange(tx, ctx, {
      order,
      actor,
      set: { email, customer },
      event: {
        type: 'contact',
        message: `Contact details updated: ${changed.map((name) => fieldNames[name]).join(', ')}`,
      },
      action: 'order.contact',
      before: auditedContact(before),
      after: { ...auditedContact(after), changed },
    });
    if (changed.includes('email')) await followEmail(tx, ctx, order);
    return ok(null);
  });
}
