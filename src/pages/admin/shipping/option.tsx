import type { EditableOption } from '#modules/shipping/editing/rules.ts';
import { formatUsd } from '#shared/money.ts';
import type { Typed } from '#shared/typed.ts';
import { Field } from '#ui/field.tsx';

import { answerOf, fieldsOf, type Answer } from '../forms/answer.ts';
import { amountText } from '../forms/field-text.ts';
import { CheckField } from '../forms/check-field.tsx';
import { SaveForm } from '../forms/save-form.tsx';
import { Badge } from '../parts/badge.tsx';
import { Panel } from '../parts/panel.tsx';

type Stamped = EditableOption & { stamp: string };
type FieldsProps = { name: string; option: Stamped | null; answer: Answer | undefined };

/** What can be decided of an option. */
export function OptionFields({ name, option, answer }: FieldsProps) {
  const stored: Typed =
    option === null
      ? {}
      : {
          name: option.name,
          description: option.description,
          priceCents: amountText(option.priceCents),
          daysMin: String(option.daysMin),
          daysMax: String(option.daysMax),
        };
  const field = fieldsOf(name, answer, stored);
  const mine = answerOf(answer, name);
  const isRefused = mine !== undefined && !mine.outcome.ok;
  const values: Typed = option === null ? {} : { id: option.id, stamp: option.stamp };
  return (
    <SaveForm name={name} label={option === null ? 'Add option' : 'Save option'} look="second" values={values}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...field('name')} label="Name" autoComplete="off" maxLength={80} required />
        <Field
          {...field('priceCents')}
          label="Price (USD), 0 for free"
          inputMode="decimal"
          autoComplete="off"
          required
        />
        <Field {...field('daysMin')} label="Business days, at least" inputMode="numeric" autoComplete="off" required />
        <Field {...field('daysMax')} label="Business days, at most" inputMode="numeric" autoComplete="off" required />
        <div className="sm:col-span-2">
          <Field {...field('description')} label="Description" autoComplete="off" maxLength={200} />
        </div>
      </div>
      <CheckField
        id={`${name}-isActive`}
        name="isActive"
        label="Switched on"
        defaultChecked={isRefused ? mine.typed.isActive === 'on' : (option?.isActive ?? true)}
      />
    </SaveForm>
  );
}

type OptionProps = { option: Stamped; isFirst: boolean; isLast: boolean; answer: Answer | undefined };

function daysWords({ daysMin, daysMax }: EditableOption): string {
  return daysMin === daysMax ? `${daysMin} business days` : `${daysMin}-${daysMax} business days`;
}

/** One option: what customers get, and its form. */
export function Option({ option, isFirst, isLast, answer }: OptionProps) {
  const { id, name, priceCents, isActive } = option;
  const form = `option-${id}`;
  const hasFailed = answerOf(answer, form)?.outcome.ok === false;
  return (
    <Panel title={name} aside={isActive ? <Badge tone="good">On</Badge> : <Badge tone="warn">Off</Badge>}>
      <p className="text-soft">
        {priceCents === 0 ? 'Free' : formatUsd(priceCents)}, {daysWords(option)}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6">
        {isFirst ? null : (
          <SaveForm name={form} label={`Move ${name} up`} look="quiet" values={{ id, direction: 'up' }} />
        )}
        {isLast ? null : (
          <SaveForm name={form} label={`Move ${name} down`} look="quiet" values={{ id, direction: 'down' }} />
        )}
      </div>
      <details open={hasFailed}>
        <summary className="inline-flex min-h-11 list-none items-center text-berry underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden">
          Edit {name}
        </summary>
        <div className="mt-4">
          <OptionFields name={form} option={option} answer={answer} />
        </div>
      </details>
    </Panel>
  );
}
