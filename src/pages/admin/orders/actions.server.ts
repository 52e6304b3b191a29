import {
  addressRefusals,
  cancelRefusals,
  labelInput,
  releaseRefusals,
  resendRefusals,
  returnRefusals,
  returnStepRefusals,
} from '#modules/orders/orders.schema.ts';
import { cancelOrder } from '#modules/orders/cancel-order.server.ts';
import { correctAddress } from '#modules/orders/fulfillment.server.ts';
import { holdOrder, releaseOrder } from '#modules/orders/order-holds.server.ts';
import { resendOrderMail } from '#modules/orders/order-mails.server.ts';
import { refundOrder } from '#modules/orders/refund-order.server.ts';
import type { Refund } from '#modules/orders/refunds.ts';
import { reasonMax } from '#modules/orders/returns.ts';
import {
  declineReturn,
  receiveReturn,
  refundReturn,
  requestReturn,
  sendReturnLabel,
} from '#modules/orders/returns.server.ts';
import { orderByNumber } from '#modules/orders/orders.server.ts';
import type { PaymentsCtx } from '#modules/payments/payments.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { addressIssues, typedAddress } from '#shared/address.ts';
import { formatUsd } from '#shared/money.ts';
import { notesBy } from '#shared/order-notes.ts';
import type { Result } from '#shared/result.ts';
import { cut } from '#shared/storable.ts';
import { centsOf, type FormValues } from '#shared/typed.ts';
import { isUuid } from '#shared/uuid.ts';

import { questionAbout } from '../../forms/address-question.server.ts';
import { confirmed, done, formAction, refused, replyTo, type Reply, type Sent } from '../../forms/action.server.ts';
import { inForm, updateStatus } from './update-status.server.ts';

/** A form of an order's page: the order as it was shown, and the field texts. */
function orderForm({ ctx, actor, params, values }: Sent) {
  const { version, reason = '', id = '', key = '' } = values;
  return {
    ctx: ctx as PaymentsCtx,
    actor,
    values,
    orderNumber: (params.number ?? '').toUpperCase(),
    version: Number(version),
    reason: cut(reason, reasonMax),
    /** Of a refund; what is longer than a UUID was drawn by nobody. */
    key: cut(key, 36),
    /** The return or mail that the form is about. */
    rowId() {
      if (!isUuid(id)) throw notFound();
      return id;
    },
  };
}

type OrderForm = ReturnType<typeof orderForm>;

const onOrder = (act: (form: OrderForm) => Promise<Reply<never>>) => inForm((sent) => act(orderForm(sent)));

/** Does it with an amount of money, once one was typed. */
const withAmount = (act: (form: OrderForm, amountCents: number) => Promise<Reply<never>>) =>
  confirmed(
    onOrder(async (form) => {
      const amountCents = centsOf(form.values.amount ?? '') ?? 0;
      const example = 'Enter an amount, for example 59.00';
      return amountCents === 0 ? refused(`${example}.`, { amount: example }) : act(form, amountCents);
    }),
  );

/** How many units of each product are meant: the fields `restock-<product id>` or `return-<product id>`. */
function unitsIn(values: FormValues, prefix: 'restock-' | 'return-') {
  return Object.entries(values)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => ({
      productId: name.slice(prefix.length),
      quantity: /^\d{1,6}$/.test(value) ? Number(value) : 0,
    }))
    .filter(({ quantity }) => quantity > 0);
}

const amountFields = { too_much: 'amount', nothing_to_refund: 'amount' } as const;

/** What the form of a refund is told. One that the provider refused has ended: the form's next try is another refund. */
function refundReply(result: Result<Refund, keyof typeof returnStepRefusals>, values: FormValues): Reply<never> {
  if (!result.ok) {
    const key = result.reason === 'provider_refused' ? crypto.randomUUID() : (values.key ?? '');
    return {
      ...replyTo(result, returnStepRefusals, { success: '', fields: amountFields }),
      values: { ...values, key },
    };
  }
  // A form that is sent twice is its first refund, whatever amount it holds the second time.
  const amount = formatUsd(result.value.amountCents);
  return done(result.value.status === 'pending' ? `The refund of ${amount} is on its way` : `${amount} refunded`);
}

const refund = withAmount(async ({ ctx, actor, orderNumber, version, reason, key, values }, amountCents) => {
  const refund = { orderNumber, version, amountCents, reason, key };
  return refundReply(await refundOrder(ctx, actor, { ...refund, restock: unitsIn(values, 'restock-') }), values);
});

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

const address = onOrder(async ({ ctx, actor, orderNumber, version, values }) => {
  const { line2, ...typed } = typedAddress(values);
  const issues = addressIssues(typed);
  if (Object.keys(issues).length > 0) return refused('Check the marked fields.', issues);
  const asked = questionAbout(values);
  if (asked !== null) return asked;
  const address = line2 === '' ? typed : { ...typed, line2 };
  const notes = notesBy('name', ({ name, max }) => cut(values[name] ?? '', max));
  const result = await correctAddress(ctx, actor, { orderNumber, version, address, notes });
  return replyTo(result, addressRefusals, 'Address corrected');
});

const reasonFields = { reason_missing: 'reason', reason_too_long: 'reason' } as const;

const holdOrRelease = (change: typeof holdOrder | typeof releaseOrder, success: string) =>
  onOrder(async ({ ctx, actor, orderNumber, version, reason }) => {
    const result = await change(ctx, actor, { orderNumber, version, reason });
    return replyTo(result, releaseRefusals, { success, fields: reasonFields });
  });

const resend = onOrder(async ({ ctx, actor, orderNumber, rowId }) => {
  const order = await orderByNumber(ctx.db, orderNumber);
  if (order === null) throw notFound();
  const result = await resendOrderMail(ctx, actor, { orderId: order.id, orderNumber, mailId: rowId() });
  return replyTo(result, resendRefusals, 'The mail is on its way again');
});

/** In words for the shop, whose customer they are about. */
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

const refundBack = withAmount(async ({ ctx, actor, orderNumber, rowId, key, values }, amountCents) => {
  const refund = { orderNumber, returnId: rowId(), amountCents, key };
  return refundReply(await refundReturn(ctx, actor, refund), values);
});

const decline = onOrder(async ({ ctx, actor, orderNumber, version, rowId, reason }) => {
  if (reason === '') return refused('Enter a reason.', { reason: 'The customer is told why' });
  const step = { orderNumber, version, returnId: rowId(), reason };
  return replyTo(await declineReturn(ctx, actor, step), returnStepRefusals, 'Return closed');
});

/** Does what a form of an order's page asks for; what moves money needs a password that was proven lately. */
export const orderAction = formAction({
  status: updateStatus,
  refund,
  cancel: confirmed(cancel),
  address,
  hold: holdOrRelease(holdOrder, 'Order held'),
  release: holdOrRelease(releaseOrder, 'Order released'),
  resend,
  'return-opened': openReturn,
  'return-label': sendLabel,
  'return-received': receive,
  'return-refunded': refundBack,
  'return-declined': decline,
});
