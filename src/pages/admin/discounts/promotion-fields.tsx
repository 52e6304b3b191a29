import type { PromotionKind, PromotionOptions } from '#modules/buying/discounts/promotions/rules.ts';
import type { PromotionView } from '#modules/buying/discounts/promotions/service.server.ts';
import type { ShippingOption } from '#modules/buying/shipping/rules.ts';
import { formatUsd } from '#shared/money.ts';
import type { Typed } from '#shared/typed.ts';
import { Field } from '#ui/field.tsx';
import type { FormAnswer } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { CheckField } from '../forms/check-field.tsx';
import { amountText, momentText } from '../forms/field-text.ts';
import { Choices } from '../forms/choices.tsx';

function optionText(kind: PromotionKind, name: string, options: PromotionOptions): string {
  const value = options[name] ?? kind.fields[name]?.usual ?? '';
  if (typeof value === 'number') return kind.fields[name]?.type === 'money' ? amountText(value) : String(value);
  return typeof value === 'string' ? value : value.join('\n');
}

function storedOf(kind: PromotionKind, desk: PromotionView | null): Typed {
  const names = Object.keys(kind.fields);
  return {
    ...Object.fromEntries(names.map((name) => [name, optionText(kind, name, desk?.options ?? {})])),
    startsAt: momentText(desk?.startsAt ?? null),
    endsAt: momentText(desk?.endsAt ?? null),
    position: String(desk?.position ?? 1),
    enabled: desk?.enabled === true ? 'on' : '',
  };
}

type PromotionFieldsProps = {
  kind: PromotionKind;
  desk: PromotionView | null;
  methods: readonly ShippingOption[];
  answer: FormAnswer | undefined;
};

/** The options of a promotion's kind, and when it runs. */
export function PromotionFields({ kind, desk, methods, answer }: PromotionFieldsProps) {
  const choices = methods.map(({ id, name, priceCents }) => ({
    value: id,
    label: `${name} (${formatUsd(priceCents)})`,
  }));
  return (
    <ActionForm
      name="promotion"
      submit={desk === null ? 'Create promotion' : 'Save promotion'}
      stored={storedOf(kind, desk)}
      hidden={{ stamp: desk?.stamp ?? '' }}
      answer={answer}
    >
      {({ field, box, list }) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            {Object.entries(kind.fields).map(([name, { label, type }]) =>
              type === 'shipping' ? (
                <div key={name} className="sm:col-span-2">
                  <Choices {...list(name)} legend={label} choices={choices} />
                </div>
              ) : (
                <Field
                  key={name}
                  {...field(name)}
                  label={label}
                  inputMode={type === 'text' ? 'text' : type === 'money' ? 'decimal' : 'numeric'}
                  autoComplete="off"
                  required
                />
              ),
            )}
            <Field {...field('startsAt')} label="From (UTC, optional)" type="datetime-local" />
            <Field {...field('endsAt')} label="Until (UTC, optional)" type="datetime-local" />
            <Field
              {...field('position')}
              label="Order in which it applies"
              inputMode="numeric"
              autoComplete="off"
              required
            />
          </div>
          <CheckField {...box('enabled')} label="Switched on" />
        </>
      )}
    </ActionForm>
  );
}
