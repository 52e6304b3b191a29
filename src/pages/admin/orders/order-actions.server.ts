import { contactInput } from '#modules/checkout/checkout.schema.ts';
import { contactIssues } from '#modules/checkout/contact-details.ts';
import { correctContact } from '#modules/orders/correct-contact.server.ts';
import { changedContactFields, type OrderContact } from '#modules/orders/order-contact.ts';
import {
  addressRefusals,
  cancelRefusals,
  contactRefusals,
  labelInput,
  releaseRefusals,
  resendRefusals,
  returnRefusals,
  returnStepRefusals,
} from '#modules/orders/orders.schema.ts';
import { cancelOrder, correctAddress, holdOrder, releaseOrder } from '#modules/orders/order-actions.server.ts';
import { resendOrderMail } from '#modules/orders/send-order-emails.server.ts';
import type { OrderView } from '#modules/orders/order-record.ts';
import { declineReturn, receiveReturn, requestReturn, sendReturnLabel } from '#modules/orders/returns.server.ts';
import { refreshTaxRate } from '#modules/tax/stripe-tax.server.ts';
import { addressIssues, typedAddress } from '#shared/address.ts';
import { countries, isCountry } from '#shared/countries.ts';
import { isCallable } from '#shared/phone-number.server.ts';
import { phoneSentence } from '#shared/phone-number.ts';
import { formatUsd } from '#shared/money.ts';
import { notesBy } from '#shared/order-notes.ts';
import { cut } from '#shared/clean-text.ts';
import type { FormValues } from '#shared/form-values.ts';

import { addressQuestion } from '../../forms/confirm-address.server.ts';
import {
  confirmed,
  done,
  adminAction,
  refused,
  replyTo,
  type FormReply,
  type SentForm,
} from '../../forms/form-action.server.ts';
import { dismiss } from '../dismiss-mail.server.ts';
import { onOrder, orderForm, shownOrder, unitsIn } from './order-form.server.ts';
import { refund, refundBack, refundTax } from './refund-actions.server.ts';
import { taxAtAddress } from './tax-difference.server.ts';
import { inForm, updateStatus } from './update-status.server.ts';

const cancel = onOrder(async ({ ctx, actor, orderNumber, version, reason, values }) => {
  if (values.sure === undefined) return refused('Tick the box to cancel this order.');
  const result = await cancelOrder(ctx, actor, { orderNumber, version, reason });
  if (!result.ok) return refused(cancelRefusals[result.reason]);
  const money = result.value.refund;
  if (money === null) return done('Order cancelled');
  if (!money.ok)
    return refused('The order is cancelled, but the payment provider refused the refund. Refund it again.');
  return done(`Order cancelled, ${formatUsd(money.value.amountCents)} on its way back`);
});

const address = onOrder(async (form) => {
  const { ctx, actor, orderNumber, version, values } = form;
  const { line2, ...typed } = typedAddress(values);
  const issues = addressIssues(typed);
  if (Object.keys(issues).length > 0) return refused('Check the marked fields.', issues);
  const question = addressQuestion(values);
  if (question !== null) return question;
  const address = line2 === '' ? typed : { ...typed, line2 };
  const notes = notesBy('name', ({ name, max }) => cut(values[name] ?? '', max));
  await refreshTaxRate(ctx, address);
  const dueTaxCents = await taxAtAddress(ctx, (await shownOrder(form)).order, address);
  const result = await correctAddress(ctx, actor, { orderNumber, version, address, notes, dueTaxCents });
  return replyTo(result, addressRefusals, 'Address corrected');
});

const reasonFields = { reason_missing: 'reason', reason_too_long: 'reason' } as const;

const holdOrRelease = (change: typeof holdOrder | typeof releaseOrder, success: string) =>
  onOrder(async ({ ctx, actor, orderNumber, version, reason }) => {
    const result = await change(ctx, actor, { orderNumber, version, reason });
    return replyTo(result, releaseRefusals, { success, fields: reasonFields });
  });

/**
 * Returns the typed contact, and the message of each changed field that the checkout would refuse.
 */
function typedContact(
  { email, customer, shippingAddress }: OrderView,
  values: FormValues,
): { contact: OrderContact | null; issues: Record<string, string> } {
  const { email: address = '', firstName = '', lastName = '', phone = '' } = values;
  const typed = { email: address, firstName: firstName.trim(), lastName: lastName.trim(), phone };
  const read = contactInput.safeParse(typed);
  if (!read.success) return { issues: { ...contactIssues(typed) }, contact: null };
  const contact = read.data;
  const { country } = shippingAddress;
  const isReachable = isCallable(contact.phone, isCountry(country) ? [country] : countries);
  const issues = { ...(isReachable ? {} : { phone: phoneSentence }), ...contactIssues(contact) };
  const changed = changedContactFields({ email, ...customer }, contact);
  const open = changed.flatMap((name): [string, string][] =>
    issues[name] === undefined ? [] : [[name, issues[name]]],
  );
  return { issues: Object.fromEntries(open), contact };
}

/**
 * Corrects the contact. A field that stays as it is stored may be incomplete, so that an order
 * without a phone can get another email. After a concurrent change each field shows what is stored.
 */
async function contact(sent: SentForm): Promise<FormReply<never>> {
  const form = orderForm(sent);
  const { ctx, actor, orderNumber, version } = form;
  const { issues, contact: typed } = typedContact((await shownOrder(form)).order, form.values);
  const isWrong = typed === null || Object.keys(issues).length > 0;
  if (isWrong) return { ...refused('Check the marked fields.', issues), status: 200 };
  const result = await correctContact(ctx, actor, { orderNumber, version, contact: typed });
  const reply = replyTo(result, contactRefusals, 'Contact corrected');
  return reply.ok ? reply : { ...reply, status: 200 };
}

const resend = onOrder(async (form) => {
  const { id: orderId } = (await shownOrder(form)).order;
  const result = await resendOrderMail(form.ctx, form.actor, { orderId, mailId: form.rowId() });
  return replyTo(result, resendRefusals, result.ok ? `The mail is on its way again, to ${result.value}` : '');
});

/** Refusals worded for the shop's staff instead of the customer. */
const openRefusals = {
  ...returnRefusals,
  not_shipped: 'This order has not been shipped: cancel it instead.',
  nothing_chosen: 'Choose what comes back.',
};

const openReturn = onOrder(async ({ ctx, actor, orderNumber, reason, values }) => {
  if (reason === '') return refused('Enter a reason.', { reason: 'Enter a reason' });
  const lines = unitsIn(values, 'return-');
  const result = await requestReturn(ctx, { orderNumber }, { reason, lines, actor });
  return replyTo(result, openRefusals, 'Return opened, the customer is told');
});

const sendLabel = onOrder(async ({ ctx, actor, orderNumber, version, rowId, values }) => {
  const read = labelInput.safeParse(values.labelUrl);
  const wrong = 'Enter the address of the label, beginning with https://';
  if (!read.success) return refused(`${wrong}.`, { labelUrl: wrong });
  const result = await sendReturnLabel(ctx, actor, { orderNumber, version, returnId: rowId(), labelUrl: read.data });
  return replyTo(result, returnStepRefusals, 'The label is on its way to the customer');
});

const receive = onOrder(async ({ ctx, actor, orderNumber, version, rowId, values }) => {
  const restocks = values.restocks !== undefined;
  const result = await receiveReturn(ctx, actor, { orderNumber, version, returnId: rowId(), restocks });
  return replyTo(result, returnStepRefusals, 'Return received');
});

const decline = onOrder(async ({ ctx, actor, orderNumber, version, rowId, reason }) => {
  if (reason === '') return refused('Enter a reason.', { reason: 'The customer is told why' });
  const step = { orderNumber, version, returnId: rowId(), reason };
  return replyTo(await declineReturn(ctx, actor, step), returnStepRefusals, 'Return closed');
});

/** Handles the forms of an order's page. Moving money needs a recent password confirmation. */
export const orderAction = adminAction('/admin/orders/:number', {
  status: updateStatus,
  refund,
  'refund-tax': refundTax,
  cancel: confirmed(cancel),
  address,
  contact,
  hold: holdOrRelease(holdOrder, 'Order held'),
  release: holdOrRelease(releaseOrder, 'Order released'),
  resend,
  dismiss: inForm(dismiss),
  'return-opened': openReturn,
  'return-label': sendLabel,
  'return-received': receive,
  'return-refunded': refundBack,
  'return-declined': decline,
});
