import type { OrderDetail } from '#modules/orders/orders.server.ts';
import type { RefundableLine } from '#modules/orders/refunds.ts';
import { unitsLabel } from '#modules/orders/returns.ts';
import { decimals, formatUsd } from '#shared/money.ts';
import { classes } from '#ui/classes.ts';
import { Field, Options, SelectField, type Option } from '#ui/field.tsx';
import type { Fields, FormResponse } from '#ui/form-response.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { CheckField, FormFields, type FormField } from '../../forms/form-fields.tsx';
import { useFormResponse } from '../../forms/use-form-response.ts';
import { amountField, reasonField, unitOptions, useRefundKey, type PanelProps } from './order-fields.ts';

/** Words of the question before money leaves, whose text the reply has. */
export function refundWords(answer: FormResponse | undefined) {
  return { yes: `Refund ${formatUsd(Number(answer?.agrees ?? 0))}`, keep: 'Change' };
}

const ways = { amount: 'Amount', percent: 'Percent', items: 'Items' };

function WayChoice({ field: { id, name, defaultValue } }: { field: ReturnType<Fields['field']> }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Refund by</legend>
      <div className="flex rounded-xl border border-soft/70 bg-white p-1">
        {Object.entries(ways).map(([value, label]) => (
          <label
            key={value}
            className="flex min-h-11 flex-1 cursor-pointer items-center justify-center rounded-lg has-checked:bg-blush has-checked:font-medium has-checked:text-berry has-focus-visible:outline-3 has-focus-visible:outline-rose forced-colors:has-checked:outline-2"
          >
            <input
              type="radio"
              id={`${id}-${value}`}
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              className="sr-only"
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Options of a line: how many units, with what they cost. */
function lineOptions({ unitCents }: RefundableLine): Option[] {
  const none = { value: '0', label: 'None' };
  const units = unitCents.map((_, index) => {
    const cents = unitCents.slice(0, index + 1).reduce((sum, each) => sum + each, 0);
    return { value: String(index + 1), label: `${unitsLabel(index + 1)}, ${formatUsd(cents)}` };
  });
  return [none, ...units];
}

type ItemsProps = { fields: Fields; parts: OrderDetail['refundableParts'] };

function Items({ fields, parts: { lines, shippingCents } }: ItemsProps) {
  return (
    <>
      {lines.map((line) => (
        <SelectField key={line.productId} {...fields.field(`refund-${line.productId}`)} label={line.name}>
          <Options options={lineOptions(line)} />
        </SelectField>
      ))}
      {shippingCents === 0 ? null : (
        <CheckField {...fields.box('shipping')} label={`Shipping, ${formatUsd(shippingCents)}`} />
      )}
      {lines.length === 0 && shippingCents === 0 ? (
        <p className="text-soft">All items in this order have been refunded.</p>
      ) : null}
      <p className="text-sm text-berry empty:hidden">{fields.issues.items}</p>
    </>
  );
}

function restockFields({ items }: OrderDetail['order']): FormField[] {
  return items.flatMap(({ productId, name, quantity, restockedQuantity }): FormField[] => {
    const max = quantity - restockedQuantity;
    const field = { name: `restock-${productId}`, label: `Restock: ${name}` };
    return max <= 0 ? [] : [{ ...field, kind: 'choice', options: unitOptions(max) }];
  });
}

/** Looks that show the fields of the chosen way. CSS alone does, so it works before hydration. */
const shownFor = {
  amount: 'group-has-[[value=amount]:checked]/refund:block',
  percent: 'group-has-[[value=percent]:checked]/refund:block',
  items: 'group-has-[[value=items]:checked]/refund:block',
};

/** Refund by amount, by percent or by line. A question names amount and receiver first. */
export function RefundForm({ detail, formKey, forms }: PanelProps) {
  const { order, refundableCents, refundableParts: parts } = detail;
  const key = useRefundKey(formKey, 'refund');
  const final = refundWords(useFormResponse('refund'));
  const [line] = parts.lines;
  const isOneUnit = parts.lines.length === 1 && line?.unitCents.length === 1;
  const left = `${formatUsd(refundableCents)} available to refund`;
  return (
    <ActionForm
      {...forms}
      name="refund"
      submit="Refund"
      final={final}
      hidden={{ ...forms.hidden, key }}
      stored={{
        by: 'amount',
        amount: decimals(refundableCents),
        ...(isOneUnit ? { [`refund-${line.productId}`]: '1' } : {}),
      }}
    >
      {(fields) => (
        <div className="group/refund space-y-5">
          <WayChoice field={fields.field('by')} />
          <div className={classes('hidden', shownFor.amount)}>
            <FormFields fields={fields} layout={[{ ...amountField, hint: left }]} />
          </div>
          <div className={classes('hidden', shownFor.percent)}>
            <Field
              {...fields.field('percent')}
              label="Percent"
              inputMode="decimal"
              autoComplete="off"
              hint={`Of ${formatUsd(order.capturedCents)} paid. ${left}`}
            />
          </div>
          <div className={classes('hidden space-y-5', shownFor.items)}>
            <Items fields={fields} parts={parts} />
          </div>
          <FormFields fields={fields} layout={[reasonField, ...restockFields(order)]} />
        </div>
      )}
    </ActionForm>
  );
}
