import { Form, useSubmit } from 'react-router';

import { Button } from '#ui/button.tsx';
import { Field, SelectField } from '#ui/field.tsx';

import type { Option } from '../../forms/form-fields.tsx';

export type Choice = { name: string; label: string; value: string; options: readonly Option[] };

type FiltersProps = {
  /** What is searched, for the field's label and its hint. */
  search?: { label: string; value: string; hint?: string };
  choices: readonly Choice[];
};

/** What is shown of a list, kept in the address: a plain form, whose choices need no button once the page runs. */
export function Filters({ search, choices }: FiltersProps) {
  const submit = useSubmit();
  return (
    <Form
      role="search"
      className="mb-5 grid grid-cols-2 items-end gap-3 rounded-card border border-line bg-white p-4 xl:flex"
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) void submit(event.currentTarget);
      }}
    >
      {search === undefined ? null : (
        <div className="col-span-2 xl:flex-1">
          <Field
            key={search.value}
            id="filter-search"
            name="q"
            type="search"
            label={search.label}
            defaultValue={search.value}
            maxLength={100}
            autoComplete="off"
            {...(search.hint === undefined ? {} : { placeholder: search.hint })}
          />
        </div>
      )}
      {choices.map(({ name, label, value, options }) => (
        <div key={name} className="min-w-0 xl:w-44">
          <SelectField key={value} id={`filter-${name}`} name={name} label={label} defaultValue={value}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </SelectField>
        </div>
      ))}
      <Button type="submit" look="second">
        Show
      </Button>
    </Form>
  );
}
