import { codeTypes } from '#modules/discounts/editing/rules.ts';
import type { DiscountCode } from '#modules/discounts/rules.ts';
import type { Typed } from '#shared/typed.ts';
import { Field, SelectField } from '#ui/field.tsx';

import { fieldsOf, type Answer } from '../forms/answer.ts';
import { amountText, momentText } from '../forms/field-text.ts';
import { CheckField } from '../forms/check-field.tsx';
import { SaveForm } from '../forms/save-form.tsx';

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
  };
}

type CodeFieldsProps = {
  desk: { code: DiscountCode; stamp: string } | null;
  shopMode: 'demo' | 'live';
  answer: Answer | undefined;
};

/** Everything that can be decided of a code. */
export function CodeFields({ desk, shopMode, answer }: CodeFieldsProps) {
  const field = fieldsOf('code', answer, desk === null ? { type: 'percent' } : storedOf(desk.code));
  const isRefused = answer !== undefined && !answer.outcome.ok;
  const box = (name: 'isActive' | 'demoOnly', usual: boolean) => ({
    id: `code-${name}`,
    name,
    defaultChecked: isRefused ? answer.typed[name] === 'on' : (desk?.code[name] ?? usual),
  });
  return (
    <SaveForm name="code" label={desk === null ? 'Create code' : 'Save code'} values={{ stamp: desk?.stamp ?? '' }}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...field('code')} label="Code" autoCapitalize="characters" autoComplete="off" maxLength={50} required />
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
        <CheckField {...box('isActive', true)} label="Switched on" />
        {shopMode === 'demo' ? (
          <CheckField {...box('demoOnly', false)} label="For the demo only" hint="It does nothing in a live shop." />
        ) : null}
      </div>
    </SaveForm>
  );
}
