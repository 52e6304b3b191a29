import { useState, type ReactElement } from 'react';
import { Form, useSearchParams, useSubmit } from 'react-router';

import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Field, Options, SelectField, type Option } from '#ui/field.tsx';
import { ChevronIcon } from '#ui/icons.tsx';
import { useIsHydrated } from '#ui/use-hydrated.ts';

import { sortOptions, type Sortable } from './list-sort.tsx';

type Tab = {
  label: string;
  /** Value of the tabs' parameter. The first tab is the default, which the address leaves out. */
  value: string;
  /** Rows in it, shown beside the label. */
  count?: number;
  /** Address of another page, instead of a value. */
  to?: string;
};

/** Views of one list, as links. `name` is their parameter in the address. */
export type Tabs = { label: string; name: string; options: readonly Tab[] };

type Choice = { name: string; label: string; options: readonly Option[] };

export type FiltersProps = {
  /** Search field for words. */
  search?: { label: string; hint?: string };
  /** Select filters. The first option of each is the default. */
  choices: readonly Choice[];
  /** Fields for the first and the last day, named `from` and `to`. */
  days?: { legend: string; problem: string | null };
  /** Views of the list above its filters. */
  tabs?: Tabs;
};

/** Reads the list's query from the address. */
export function useListQuery() {
  const [query] = useSearchParams();
  return { words: (query.get('q') ?? '').trim().slice(0, 100), chosen: (name: string) => query.get(name) ?? '' };
}

/**
 * Value of a filter and its change handler. It follows the address. A field that remounted instead
 * would lose the focus.
 */
function useFilter(stored: string) {
  const [{ value, from }, set] = useState({ value: stored, from: stored });
  if (from !== stored) set({ value: stored, from: stored });
  const onChange = ({ target }: { target: { value: string } }) => set({ value: target.value, from: stored });
  return { value, onChange };
}

function SearchField({ label, hint }: NonNullable<FiltersProps['search']>) {
  const filter = useFilter(useListQuery().words);
  return (
    <Field
      {...filter}
      id="filter-search"
      name="q"
      type="search"
      label={label}
      placeholder={hint}
      maxLength={100}
      autoComplete="off"
    />
  );
}

function ChoiceField({ name, label, options }: Choice) {
  const stored = useListQuery().chosen(name);
  const filter = useFilter(options.find(({ value }) => value === stored)?.value ?? options[0]?.value ?? '');
  return (
    <SelectField {...filter} id={`filter-${name}`} name={name} label={label}>
      <Options options={options} />
    </SelectField>
  );
}

/**
 * Select of the sort, for cards and other rows without column headings. Where it is hidden, it
 * keeps the sort when another filter changes.
 */
function SortField({ options, isShown }: { options: readonly Option[]; isShown: boolean }) {
  const stored = useListQuery().chosen('sort');
  const filter = useFilter(options.find(({ value }) => value === stored)?.value ?? '');
  return (
    <div className={classes('min-w-0 sm:w-52', !isShown && '@3xl:hidden')}>
      <SelectField {...filter} id="filter-sort" name="sort" label="Sort by">
        <option value="">Default</option>
        <Options options={options} />
      </SelectField>
    </div>
  );
}

type DayProps = { name: 'from' | 'to'; label: string; error?: string | undefined };

function DayField({ name, label, error }: DayProps) {
  const filter = useFilter(useListQuery().chosen(name));
  return <Field {...filter} id={`filter-${name}`} name={name} type="date" label={label} error={error} />;
}

/** True for a select, and for a day that is not half typed: its year has four digits. */
const isComplete = (target: EventTarget) =>
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && target.type === 'date' && /^([1-9].*)?$/.test(target.value));

/** Folded on a phone only. Where a browser cannot unfold it by style, the button stays. */
const phone = {
  filters: 'max-sm:open:basis-full sm:details-content:[content-visibility:visible]',
  button: 'supports-[selector(::details-content)]:sm:hidden',
};

type ChoicesProps = Pick<FiltersProps, 'choices' | 'days'> & {
  count: number;
  sort: ReactElement | null;
  button: ReactElement;
};

/** Select and day filters. On a phone they are behind a button that counts the ones in use. */
function Choices({ choices, days, count, sort, button }: ChoicesProps) {
  if (choices.length === 0 && days === undefined && sort === null) return button;
  return (
    <details open={(days?.problem ?? null) === null ? undefined : true} className={classes('group', phone.filters)}>
      <summary
        className={classes(
          'flex min-h-13.5 list-none items-center gap-2 rounded-xl border border-soft/70 bg-white px-4 [&::-webkit-details-marker]:hidden',
          phone.button,
        )}
      >
        <span>{count === 0 ? 'Filters' : `Filters (${count})`}</span>
        <ChevronIcon className="ml-auto size-4 group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 pt-3 sm:flex sm:flex-wrap sm:pt-0">
        {choices.map((choice) => (
          <div key={choice.name} className="min-w-0 sm:w-44">
            <ChoiceField {...choice} />
          </div>
        ))}
        {days === undefined ? null : (
          <>
            <DayField name="from" label={`${days.legend} from`} error={days.problem ?? undefined} />
            <DayField name="to" label={`${days.legend} to`} />
          </>
        )}
        {sort}
        {button}
      </div>
    </details>
  );
}

/** Number of filters in use, apart from the search. */
export function useFilterCount({ choices, days }: Pick<FiltersProps, 'choices' | 'days'>): number {
  const { chosen } = useListQuery();
  const isSet = ({ name, options }: Choice) => !['', options[0]?.value].includes(chosen(name));
  const hasDay = days !== undefined && `${chosen('from')}${chosen('to')}` !== '';
  return choices.filter(isSet).length + (hasDay ? 1 : 0);
}

type FormProps = FiltersProps & { sorts: readonly Sortable[]; isSortShown: boolean };

/**
 * Filters stored in the address. A plain form. Once hydrated, selects and days apply at once, and
 * its button is shown only to the keyboard.
 */
export function Filters({ search, choices, days, tabs, sorts, isSortShown }: FormProps) {
  const submit = useSubmit();
  const isHydrated = useIsHydrated();
  const { chosen } = useListQuery();
  const count = useFilterCount({ choices, days });
  const options = sortOptions(sorts);
  if (search === undefined && choices.length === 0 && days === undefined && options.length === 0) return null;
  const button = (
    <div className={isHydrated ? 'sr-only focus-within:not-sr-only' : ''}>
      <Button type="submit" look="second">
        Apply
      </Button>
    </div>
  );
  return (
    <div className="@container">
      <Form
        data-dense
        role="search"
        className="relative mb-4 flex flex-wrap items-start gap-3"
        onChange={(event) => {
          if (isComplete(event.target)) void submit(event.currentTarget);
        }}
      >
        {search === undefined ? null : (
          <div className="min-w-40 flex-1 sm:min-w-64">
            <SearchField {...search} />
          </div>
        )}
        <Choices
          choices={choices}
          days={days}
          count={count}
          sort={options.length === 0 ? null : <SortField options={options} isShown={isSortShown} />}
          button={button}
        />
        {tabs === undefined || chosen(tabs.name) === '' ? null : (
          <input type="hidden" name={tabs.name} value={chosen(tabs.name)} />
        )}
      </Form>
    </div>
  );
}
