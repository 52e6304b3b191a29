import { percentText, type EditableRate } from '#modules/tax/editing/rules.ts';
import type { Typed } from '#shared/typed.ts';
import { Field, SelectField } from '#ui/field.tsx';

import { fieldsOf, type Answer } from '../forms/answer.ts';
import { CheckField } from '../forms/check-field.tsx';
import { SaveForm } from '../forms/save-form.tsx';

type RateFieldsProps = {
  desk: { rate: EditableRate; stamp: string } | null;
  places: readonly string[];
  answer: Answer | undefined;
};

function storedOf({ name, ratePpm, source }: EditableRate): Typed {
  return { name, ratePpm: percentText(ratePpm), source };
}

/** What can be decided of a rate; its place only while it is new. */
export function RateFields({ desk, places, answer }: RateFieldsProps) {
  const field = fieldsOf('rate', answer, desk === null ? { country: 'US', name: 'Sales tax' } : storedOf(desk.rate));
  const isRefused = answer !== undefined && !answer.outcome.ok;
  return (
    <SaveForm name="rate" label={desk === null ? 'Add rate' : 'Save rate'} values={{ stamp: desk?.stamp ?? '' }}>
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
        id="rate-inclusive"
        name="inclusive"
        label="Prices hold this tax already"
        hint="It is shown as a part of the price and not added."
        defaultChecked={isRefused ? answer.typed.inclusive === 'on' : (desk?.rate.inclusive ?? false)}
      />
    </SaveForm>
  );
}
