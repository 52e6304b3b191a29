import { codeTypes } from '#modules/buying/discounts/editing/rules.ts';
import type { DiscountCode } from '#modules/buying/discounts/rules.ts';
import type { Typed } from '#shared/typed.ts';
import { Field, SelectField } from '#ui/field.tsx';
import type { FormAnswer } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { amountText, momentText } from '../forms/field-text.ts';
import { CheckField } from '../forms/check-field.tsx';

const typeWords: Record<DiscountCode['type'], string> = {
  percent: 'A percentage of the goods',
  fixed: 'An amount in dollars',
  free_shipping: 'The shipping',
  free_order: 'Everything: goods and shipping',
};

function storedOf(code: DiscountCode): Typed {
  const { type, value, minSubtotalCents } = code;
  return {
    code: code.code,
    name: code.name,
    type,
    value: type === 'percent' ? String(value / 100) : type === 'fixed' ? amountText(value) : '',
    minimum: minSubtotalCents === 0 ? '' : amountText(minSubtotalCents),
    startsAt: momentText(code.startsAt),
    endsAt: momentText(code.endsAt),
    maxUses: String(code.maxUses ?? ''),
    maxUsesPerCustomer: String(code.maxUsesPerCustomer ?? ''),
    isActive: code.isActive ? 'on' : '',
    demoOnly: code.demoOnly ? 'on' : '',
  };
}

const newCode: Typed = { type: 'percent', isActive: 'on' };

type CodeFieldsProps = {
  desk: { code: DiscountCode; stamp: string } | null;
  shopMode: 'demo' | 'live';
  answer: FormAnswer | undefined;
};

/** Everything that can be decided of a code. */
export function CodeFields({ desk, shopMode, answer }: CodeFieldsProps) {
  const which =
    desk === null ? { submit: 'Create code', stored: newCode } : { submit: 'Save code', stored: storedOf(desk.code) };
  return (
    <ActionForm name="code" {...which} hidden={{ stamp: desk?.stamp ?? '' }} answer={answer}>
      {({ field, box }) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field
              {...field('code')}
              label="Code"
              autoCapitalize="characters"
              autoComplete="off"
              maxLength={50}
              required
            />
            <Field {...field('name')} label="Name that customers read" autoComplete="off" maxLength={100} required />
            <SelectField {...field('type')} label="It takes off">
              {codeTypes.map((type) => (
                <option key={type} value={type}>
                  {typeWords[type]}
                </option>
              ))}
            </SelectField>
            <Field {...field('value')} label="Percent or dollars" inputMode="decimal" autoComplete="off" />
            <Field
              {...field('minimum')}
              label="From a subtotal of (USD, optional)"
              inputMode="decimal"
              autoComplete="off"
            />
            <span className="max-sm:hidden" />
            <Field {...field('startsAt')} label="From (UTC, optional)" type="datetime-local" />
            <Field {...field('endsAt')} label="Until (UTC, optional)" type="datetime-local" />
            <Field {...field('maxUses')} label="Uses in all (optional)" inputMode="numeric" autoComplete="off" />
            <Field
              {...field('maxUsesPerCustomer')}
              label="Uses per customer (optional)"
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
          <div>
            <CheckField {...box('isActive')} label="Switched on" />
            {shopMode === 'demo' ? (
              <CheckField {...box('demoOnly')} label="For the demo only" hint="It does nothing in a live shop." />
            ) : null}
          </div>
        </>
      )}
    </ActionForm>
  );
}
