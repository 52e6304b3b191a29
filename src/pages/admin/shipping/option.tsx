import type { EditableOption } from '#modules/buying/shipping/editing/rules.ts';
import { formatUsd } from '#shared/money.ts';
import { Field } from '#ui/field.tsx';
import { answerOf, type FormAnswer } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { amountText } from '../forms/field-text.ts';
import { CheckField } from '../forms/check-field.tsx';
import { Badge } from '../parts/badge.tsx';
import { Panel } from '../parts/panel.tsx';

type Stamped = EditableOption & { stamp: string };
type FieldsProps = { option: Stamped | null; answer: FormAnswer | undefined };

function storedOf(option: Stamped) {
  const { name, description, priceCents, daysMin, daysMax, isActive } = option;
  const days = { daysMin: String(daysMin), daysMax: String(daysMax) };
  return { name, description, priceCents: amountText(priceCents), ...days, isActive: isActive ? 'on' : '' };
}

/** What can be decided of an option. */
export function OptionFields({ option, answer }: FieldsProps) {
  const which =
    option === null
      ? { name: 'new', submit: 'Add option', stored: { isActive: 'on' } }
      : {
          name: 'option',
          id: option.id,
          submit: 'Save option',
          stored: storedOf(option),
          hidden: { stamp: option.stamp },
        };
  return (
    <ActionForm {...which} answer={answer} look="second">
      {({ field, box }) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field {...field('name')} label="Name" autoComplete="off" maxLength={80} required />
            <Field
              {...field('priceCents')}
              label="Price (USD), 0 for free"
              inputMode="decimal"
              autoComplete="off"
              required
            />
            <Field
              {...field('daysMin')}
              label="Business days, at least"
              inputMode="numeric"
              autoComplete="off"
              required
            />
            <Field
              {...field('daysMax')}
              label="Business days, at most"
              inputMode="numeric"
              autoComplete="off"
              required
            />
            <div className="sm:col-span-2">
              <Field {...field('description')} label="Description" autoComplete="off" maxLength={200} />
            </div>
          </div>
          <CheckField {...box('isActive')} label="Switched on" />
        </>
      )}
    </ActionForm>
  );
}

type OptionProps = { option: Stamped; isFirst: boolean; isLast: boolean; answer: FormAnswer | undefined };

function daysWords({ daysMin, daysMax }: EditableOption): string {
  return daysMin === daysMax ? `${daysMin} business days` : `${daysMin}-${daysMax} business days`;
}

/** One option: what customers get, and its form. */
export function Option({ option, isFirst, isLast, answer }: OptionProps) {
  const { id, name, priceCents, isActive } = option;
  const hasFailed = answerOf(answer, 'option', id)?.ok === false;
  return (
    <Panel title={name} aside={isActive ? <Badge tone="good">On</Badge> : <Badge tone="warn">Off</Badge>}>
      <p className="text-soft">
        {priceCents === 0 ? 'Free' : formatUsd(priceCents)}, {daysWords(option)}
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6">
        {isFirst ? null : <ActionForm name="up" id={id} answer={answer} submit={`Move ${name} up`} look="quiet" />}
        {isLast ? null : <ActionForm name="down" id={id} answer={answer} submit={`Move ${name} down`} look="quiet" />}
      </div>
      <details open={hasFailed}>
        <summary className="inline-flex min-h-11 list-none items-center text-berry underline-offset-4 hover:underline [&::-webkit-details-marker]:hidden">
          Edit {name}
        </summary>
        <div className="mt-4">
          <OptionFields option={option} answer={answer} />
        </div>
      </details>
    </Panel>
  );
}
