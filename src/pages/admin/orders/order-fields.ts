import type { OrderDetail } from '#modules/orders/orders.server.ts';
import { holdReasonMax } from '#modules/orders/order-holds.ts';
import type { Option } from '#ui/field.tsx';

import type { FormField } from '../../forms/form-fields.tsx';
import { useFormResponse } from '../../forms/use-form-response.ts';

/** Common properties of an order's forms: the version of the order that the page shows. */
export type OrderForms = { hidden: { version: string }; look: 'second' };

export type PanelProps = {
  detail: OrderDetail;
  forms: OrderForms;
  /** Idempotency key: distinguishes a resent refund from a second one. */
  formKey: string;
};

/** Returns the key of a refund: that of the refused form, otherwise a new one. */
export const useRefundKey = (formKey: string, name: string, id?: string) =>
  useFormResponse(name, id)?.values.key ?? formKey;

/** Name of the hidden field with the tax that the question about an address named, in cents. */
export const agreedTaxField = 'agreedTax';

export const amountField: FormField = { name: 'amount', kind: 'money', label: 'Amount in USD', required: true };
export const reasonField: FormField = { name: 'reason', label: 'Reason', maxLength: holdReasonMax };

/** Required reason for holding or releasing an order. */
export const holdReason: FormField = {
  ...reasonField,
  required: true,
  hint: 'Saved in the timeline and audit log. Don’t include personal details',
};

/** Returns the name of an item of an order. */
export const nameOfItem = ({ items }: OrderDetail['order'], productId: string) =>
  items.find((item) => item.productId === productId)?.name ?? 'Unknown';

export const unitOptions = (max: number): Option[] =>
  Array.from({ length: max + 1 }, (_, units) => ({
    value: String(units),
    label: units === 0 ? 'None' : `${units} ${units === 1 ? 'unit' : 'units'}`,
  }));
