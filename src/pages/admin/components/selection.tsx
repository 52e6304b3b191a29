import { useState } from 'react';
import { Link } from 'react-router';

import type { BulkResult, RefusedRow } from '#shared/bulk-action.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { formId, formKey } from '#ui/form-response.ts';

import { ActionForm, type ActionFormProps } from '../../forms/action-form.tsx';
import type { FormLayout } from '../../forms/form-fields.tsx';
import { useFormResponse } from '../../forms/use-form-response.ts';

/** Selected rows of the page, of the bulk form `form`. Rows that left the page are dropped. */
export function useSelection(rows: readonly string[], form = 'bulk') {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = new Set(rows.filter((row) => ticked.has(row)));
  const select = (row: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(row);
    else next.delete(row);
    setTicked(next);
  };
  const selectAll = (all: boolean) => setTicked(new Set(all ? rows : []));
  return { form, selected, isAll: selected.size === rows.length, select, selectAll };
}

export type Selection = ReturnType<typeof useSelection>;

type SelectAllProps = { selection: Selection; className?: string; textLook?: string };

/** Checkbox that selects or clears all rows of the page. */
export function SelectAll({ selection: { isAll, selectAll }, className, textLook }: SelectAllProps) {
  return (
    <label className={classes('inline-flex min-h-11 items-center gap-3', className)}>
      <input
        type="checkbox"
        className="size-5 accent-berry"
        checked={isAll}
        onChange={(event) => selectAll(event.target.checked)}
      />
      <span className={textLook}>Select all on this page</span>
    </label>
  );
}

type RowBoxProps = { selection: Selection; id: string; value: string; label: string; className?: string };

/** Checkbox of one row. It belongs to the bulk form; `value` also names the state shown. */
export function RowBox({ selection: { form, selected, select }, id, value, label, className }: RowBoxProps) {
  return (
    <label className={classes('-my-1 inline-flex size-11 shrink-0 items-center justify-center', className)}>
      <input
        type="checkbox"
        name="chosen"
        form={formId(formKey(form))}
        value={value}
        checked={selected.has(id)}
        onChange={(event) => select(id, event.target.checked)}
        className="size-5 accent-berry"
      />
      <span className="sr-only">{label}</span>
    </label>
  );
}

type RefusedRowsProps = {
  rows: readonly RefusedRow[];
  className?: string;
  /** Address of a row. */
  linkTo?: (id: string) => string;
};

/** Rows that a bulk action did not change, each with the reason. */
export function RefusedRows({ rows, className, linkTo }: RefusedRowsProps) {
  if (rows.length === 0) return null;
  return (
    <ul className={classes('w-full space-y-1 text-sm text-wine', className)}>
      {rows.map(({ id, name, detail = '', sentence, question }) => (
        <li key={`${id} ${detail}`} className="wrap-anywhere">
          {linkTo === undefined ? (
            <b>{name}</b>
          ) : (
            <Link to={linkTo(id)} className="font-medium text-berry underline underline-offset-4">
              {name}
            </Link>
          )}
          <span>{`${detail === '' ? '' : ` ${detail}`}: ${[sentence, question].filter(Boolean).join(' ')}`}</span>
        </li>
      ))}
    </ul>
  );
}

/** Rows that the last press of a bulk form refused. */
const useRefusedRows = (form: string) => useFormResponse<BulkResult>(form)?.result?.refused ?? [];

type BulkFormProps = Omit<ActionFormProps, 'name' | 'id' | 'submit'> & {
  selection: Selection;
  /** Label of each button by its value in the field `act`, the main one first. */
  acts: Record<string, string>;
  /** True if the list itself has the checkbox for all rows. */
  isSelectAllInList?: boolean;
  /** Says what is selected, instead of the count alone. */
  selectedText?: string;
  /** Position of the open bar. */
  bar?: string;
};

const openBar = 'rounded-card border border-line bg-white px-4 py-2 shadow-lift';
const noFields: FormLayout = [];

/**
 * Bulk actions for the selected rows. Stays in view while something is selected. Without scripts it
 * is always open.
 */
export function BulkForm({ selection, acts, isSelectAllInList = false, bar, fields, ...props }: BulkFormProps) {
  const { form, selected } = selection;
  const { selectedText = `${selected.size} selected`, hidden, ...rest } = props;
  const refused = useRefusedRows(form);
  const [[main, submit] = ['', ''], ...others] = Object.entries(acts);
  const isOpen = selected.size > 0 || refused.length > 0;
  return (
    <div className={isOpen ? classes('mb-3', openBar, bar ?? 'sticky top-2 z-10') : isSelectAllInList ? '' : 'mb-3'}>
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        {isSelectAllInList ? null : <SelectAll selection={selection} className="mb-2" />}
        <p role="status" className="text-sm text-soft">
          {selected.size === 0 ? '' : selectedText}
        </p>
      </div>
      <div data-dense className={isOpen ? undefined : 'hidden noscript:block'}>
        <ActionForm
          {...rest}
          name={form}
          submit={submit}
          hidden={{ act: main, ...hidden }}
          look="second"
          className="flex flex-wrap items-center gap-2 space-y-0! pb-2 [&>.relative]:w-full sm:[&>.relative]:w-72"
          buttonLine="flex flex-wrap gap-2 [&_button]:min-h-11 [&_button]:px-5 [&_button]:py-2"
          fields={[<RefusedRows key="refused" rows={refused} />, ...(fields ?? noFields)]}
          beside={others.map(([act, label]) => (
            <Button key={act} type="submit" name="act" value={act} look="second">
              {label}
            </Button>
          ))}
        />
      </div>
    </div>
  );
}
