import type { PromotionKind, PromotionOptions } from '#modules/discounts/promotions/kind.ts';
import type { PromotionDesk } from '#modules/discounts/promotions/service.server.ts';
import type { ShippingOption } from '#modules/shipping/rules.ts';
import { formatUsd } from '#shared/money.ts';
import type { Typed } from '#shared/typed.ts';
import { Field } from '#ui/field.tsx';

import { fieldsOf, type Answer } from '../forms/answer.ts';
import { CheckField } from '../forms/check-field.tsx';
import { amountText, momentText } from '../forms/field-text.ts';
import { SaveForm } from '../forms/save-form.tsx';

function optionText(kind: PromotionKind, name: string, options: PromotionOptions): string {
  const value = options[name] ?? kind.fields[name]?.usual ?? '';
  if (typeof value === 'number') return kind.fields[name]?.type === 'money' ? amountText(value) : String(value);
  return typeof value === 'string' ? value : value.join(' ');
}

function storedOf(kind: PromotionKind, desk: PromotionDesk | null): Typed {
  const names = Object.keys(kind.fields);
  return {
    ...Object.fromEntries(names.map((name) => [name, optionText(kind, name, desk?.options ?? {})])),
    startsAt: momentText(desk?.startsAt ?? null),
    endsAt: momentText(desk?.endsAt ?? null),
    position: String(desk?.position ?? 1),
  };
}

type MethodsProps = {
  name: string;
  label: string;
  chosen: string;
  error: string | undefined;
  methods: readonly ShippingOption[];
};

/** The shipping methods that a promotion names. */
function Methods({ name, label, chosen, error, methods }: MethodsProps) {
  const id = `promotion-${name}`;
  return (
    <fieldset className="sm:col-span-2" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="text-sm font-medium">{label}</legend>
      {methods.map((method) => (
        <CheckField
          key={method.id}
          id={`${id}-${method.id}`}
          name={name}
          value={method.id}
          label={`${method.name} (${formatUsd(method.priceCents)})`}
          defaultChecked={chosen.split(' ').includes(method.id)}
        />
      ))}
      <p id={`${id}-error`} className="text-sm text-berry empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

type PromotionFieldsProps = {
  kind: PromotionKind;
  desk: PromotionDesk | null;
  methods: readonly ShippingOption[];
  answer: Answer | undefined;
};

/** The options of a promotion's kind, and when it runs. */
export function PromotionFields({ kind, desk, methods, answer }: PromotionFieldsProps) {
  const field = fieldsOf('promotion', answer, storedOf(kind, desk));
  const isRefused = answer?.form === 'promotion' && !answer.outcome.ok;
  return (
    <SaveForm
      name="promotion"
      label={desk === null ? 'Create promotion' : 'Save promotion'}
      values={{ stamp: desk?.stamp ?? '' }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {Object.entries(kind.fields).map(([name, { label, type }]) => {
          const { defaultValue, error, ...rest } = field(name);
          return type === 'shipping' ? (
            <Methods key={name} {...{ name, label, methods, error }} chosen={defaultValue} />
          ) : (
            <Field
              key={name}
              {...{ ...rest, label, error, defaultValue }}
              inputMode={type === 'text' ? 'text' : type === 'money' ? 'decimal' : 'numeric'}
              autoComplete="off"
              required
            />
          );
        })}
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
      <CheckField
        id="promotion-enabled"
        name="enabled"
        label="Switched on"
        defaultChecked={isRefused ? answer.typed.enabled === 'on' : (desk?.enabled ?? false)}
      />
    </SaveForm>
  );
}
