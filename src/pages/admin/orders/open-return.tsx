import { reasonMax } from '#modules/orders/returns.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import type { FormField } from '../../forms/form-fields.tsx';
import { nameOfItem, unitOptions, type PanelProps } from './order-fields.ts';

const openReason: FormField = { name: 'reason', label: 'Reason', maxLength: reasonMax, required: true };

/** Opens a return for a customer who wrote or called, even after the return window has closed. */
export function OpenReturn({ detail: { returnable, order }, forms }: PanelProps) {
  const units = returnable.map(({ productId, quantity }): FormField => {
    const field = { name: `return-${productId}`, label: `Quantity to return: ${nameOfItem(order, productId)}` };
    return { ...field, kind: 'choice', options: unitOptions(quantity) };
  });
  const stored = returnable.map(({ productId, quantity }) => [`return-${productId}`, quantity === 1 ? '1' : '0']);
  return (
    <ActionForm
      {...forms}
      name="return-opened"
      submit="Open return"
      stored={Object.fromEntries(stored)}
      fields={[...units, openReason]}
    />
  );
}
