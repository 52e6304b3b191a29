import { percentText, type EditableRate } from '#modules/buying/tax/editing/rules.ts';
import { Field, SelectField } from '#ui/field.tsx';
import type { FormAnswer } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { CheckField } from '../forms/check-field.tsx';

type RateFieldsProps = {
  desk: { rate: EditableRate; stamp: string } | null;
  places: readonly string[];
  answer: FormAnswer | undefined;
};

function storedOf({ name, ratePpm, source, inclusive }: EditableRate) {
  return { name, ratePpm: percentText(ratePpm), source, inclusive: inclusive ? 'on' : '' };
}

/** What can be decided of a rate; its place only while it is new. */
export function RateFields({ desk, places, answer }: RateFieldsProps) {
  const which =
    desk === null
      ? { name: 'add', submit: 'Add rate', stored: { country: 'US', name: 'Sales tax' } }
      : { name: 'rate', submit: 'Save rate', stored: storedOf(desk.rate), hidden: { stamp: desk.stamp } };
  return (
    <ActionForm {...which} answer={answer}>
      {({ field, box }) => (
        <>
          <div className="grid gap-5 sm:grid-cols-2">
            {desk === null ? (
              <>
                <SelectField {...field('country')} label="Country">
                  {places.map((place) => (
                    <option key={place} value={place}>
                      {place}
                    </option>
                  ))}
                </SelectField>
                <Field {...field('state')} label="State, empty for all of it" autoComplete="off" maxLength={60} />
              </>
            ) : null}
            <Field {...field('ratePpm')} label="Percent" inputMode="decimal" autoComplete="off" required />
            <Field {...field('name')} label="What receipts call it" autoComplete="off" maxLength={60} required />
          </div>
          <Field
            {...field('source')}
            label="Source, and from when it applies"
            autoComplete="off"
            maxLength={200}
            required
          />
          <CheckField
            {...box('inclusive')}
            label="Prices hold this tax already"
            hint="It is shown as a part of the price and not added."
          />
        </>
      )}
    </ActionForm>
  );
}
