import { addressMax } from '#shared/address.ts';
import { addressRules, countries, regionCode, regionsOf } from '#shared/countries.ts';
import { Field, Options, SelectField } from '#ui/field.tsx';
import type { Fields } from '#ui/form-answer.ts';
import { useIsRunning } from '#ui/use-is-running.ts';

export const countryOptions = countries.map((value) => ({ value, label: addressRules(value).name }));

type RegionFieldProps = { country: string; field: ReturnType<Fields['field']>; autoComplete?: string };

/**
 * Field for the state.
 * A select if the country has a list and the page is hydrated, otherwise a text field.
 */
export function RegionField({ country, field, ...rest }: RegionFieldProps) {
  const { stateLabel, stateRequired } = addressRules(country);
  const isRunning = useIsRunning();
  const regions = regionsOf(country);
  const common = { ...field, ...rest, label: stateRequired ? stateLabel : `${stateLabel} (optional)` };
  if (!isRunning || regions.length === 0) return <Field key="written" {...common} maxLength={addressMax.state} />;
  return (
    <SelectField key={country} {...common} defaultValue={regionCode(country, field.defaultValue) ?? ''}>
      <option value="">Choose…</option>
      <Options options={regions.map(({ code, name }) => ({ value: code, label: name }))} />
    </SelectField>
  );
}
