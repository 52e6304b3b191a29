import { correctContact } from '#modules/orders/correct-contact.server.ts';
import {
  addressRefusals,
  cancelFacts,
  cancelRefusals,
  contactRefusals,
  labelInput,
  releaseRefusals,
  resendRefusals,
  returnRefusals,
  returnStepRefusals,
  statusFacts,
} from '#modules/orders/orders.schema.ts';
import { correctAddress } from '#modules/orders/correct-address.server.ts';
import { removePackage } from '#modules/orders/fulfillment.server.ts';
import { cancelOrder, holdOrder, releaseOrder } from '#modules/orders/order-actions.server.ts';
import { orderSubject } from '#modules/orders/order-subject.server.ts';
import { resendOrderMail } from '#modules/orders/send-order-emails.server.ts';
import { declineReturn, receiveReturn, requestReturn, sendReturnLabel } from '#modules/orders/returns.server.ts';
import { formatUsd } from '#shared/money.ts';

import {
  withRecentPassword,
  formSuccess,
  final,
  adminAction,
  formError,
  replyFromResult,
  withIssues,
  type FormReply,
  type SentForm,
} from '../../forms/form-action.server.ts';
import { dismiss } from '../dismiss-mail.server.ts';
import { teamNoteActions } from '../team-note-actions.server.ts';
import { onOrder, orderForm, shownOrder, unitsIn } from './order-form.server.ts';
import { refund, refundBack, refundTax } from './refund-actions.server.ts';
import { askCorrection } from './tax-question.server.ts';
import { inForm, updateStatus } from './update-status.server.ts';

const cancel = onOrder(async ({ ctx, actor, orderNumber, version, reason }) => {
  const result = await cancelOrder(ctx, actor, { orderNumber, version, reason });
  if (!result.ok) return formError(cancelRefusals[result.reason]);
  const money = result.value.refund;
  if (money === null) return formSuccess('Order cancelled.');
  if (!money.ok) return formError(cancelFacts.provider_refused);
  return formSuccess(`Order cancelled. Refund of ${formatUsd(money.value.amountCents)} started.`);
});

const address = onOrder(async (form) => {
  const { ctx, actor, orderNumber, version, values } = form;
  const { question, agreedTaxCents } = await askCorrection(form);
  if (question !== null) return question;
  const { deliveryInstructions = '', ...typed } = values;
  const correction = { orderNumber, version, address: typed, deliveryInstructions, agreedTaxCents };
  return withIssues(await correctAddress(ctx, actor, correction), addressRefusals, 'Address updated.');
});

const packageRemoved = onOrder(async ({ ctx, actor, orderNumber, version, rowId }) => {
  const result = await removePackage(ctx, actor, { orderNumber, version, packageId: rowId() });
  return replyFromResult(result, statusFacts, 'Package removed');
});

const reasonFields = { reason_missing: 'reason', reason_too_long: 'reason' } as const;

const holdOrRelease = (change: typeof holdOrder | typeof releaseOrder, success: string) =>
  onOrder(async ({ ctx, actor, orderNumber, version, reason }) => {
    const result = await change(ctx, actor, { orderNumber, version, reason });
    return replyFromResult(result, releaseRefusals, { success, fields: reasonFields });
  });

/** Corrects the contact. After a concurrent change each field shows what is stored. */
async function contact(sent: SentForm): Promise<FormReply<never>> {
  const { ctx, actor, orderNumber, version, values } = orderForm(sent);
  const result = await correctContact(ctx, actor, { orderNumber, version, contact: values });
  const reply = withIssues(result, contactRefusals, 'Contact details updated.');
  return reply.ok ? reply : { ...reply, status: 200 };
}

const resend = onOrder(async (form) => {
  const { id: orderId } = (await shownOrder(form)).order;
  const result = await resendOrderMail(form.ctx, form.actor, { orderId, mailId: form.rowId() });
  return replyFromResult(result, resendRefusals, result.ok ? `Email sent again to ${result.value}.` : '');
});

/** Refusals worded for the shop's staff instead of the customer. */
const openRefusals = {
  ...returnRefusals,
  not_shipped: 'This order hasn’t shipped. Cancel it instead.',
  nothing_chosen: 'Choose the items to return.',
};

const openReturn = onOrder(async ({ ctx, actor, orderNumber, reason, values }) => {
  if (reason === '') return formError('Enter a reason.', { reason: 'Enter a reason' });
  const lines = unitsIn(values, 'return-');
  const result = await requestReturn(ctx, { orderNumber }, { reason, lines, actor });
  return replyFromResult(result, openRefusals, 'Return opened. The customer gets an email.');
});

const sendLabel = onOrder(async ({ ctx, actor, orderNumber, version, rowId, values }) => {
  const read = labelInput.safeParse(values.labelUrl);
  const wrong = 'Enter a complete https:// link to the label';
  if (!read.success) return formError(`${wrong}.`, { labelUrl: wrong });
  const result = await sendReturnLabel(ctx, actor, { orderNumber, version, returnId: rowId(), labelUrl: read.data });
  return replyFromResult(result, returnStepRefusals, 'Label emailed to the customer.');
});

const receive = onOrder(async ({ ctx, actor, orderNumber, version, rowId, values }) => {
  const restocks = values.restocks !== undefined;
  const result = await receiveReturn(ctx, actor, { orderNumber, version, returnId: rowId(), restocks });
  return replyFromResult(result, returnStepRefusals, 'Return marked as received.');
});

const decline = onOrder(async ({ ctx, actor, orderNumber, version, rowId, reason }) => {
  if (reason === '') return formError('Enter a reason.', { reason: 'Enter a reason. The customer sees it' });
  const step = { orderNumber, version, returnId: rowId(), reason };
  return replyFromResult(await declineReturn(ctx, actor, step), returnStepRefusals, 'Return closed.');
});

/** Handles the forms of an order's page. Moving money needs a recent password confirmation. */
export const orderAction = adminAction('/admin/orders/:number', {
  status: updateStatus,
  refund,
  'refund-tax': final(refundTax),
  cancel: final(withRecentPassword(cancel)),
  address,
  contact,
  hold: holdOrRelease(holdOrder, 'Order put on hold.'),
  release: holdOrRelease(releaseOrder, 'Order released.'),
  resend,
  dismiss: inForm(dismiss),
  'package-removed': packageRemoved,
  'return-opened': openReturn,
  'return-label': sendLabel,
  'return-received': receive,
  'return-refunded': refundBack,
  'return-declined': decline,
  ...teamNoteActions(({ params }) => orderSubject((params.number ?? '').toUpperCase())),
});
