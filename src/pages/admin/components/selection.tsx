import { useState } from 'react';

import type { FormValues } from '#shared/form-values.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { formId, formKey } from '#ui/form-answer.ts';
import { useIsHydrated } from '#ui/use-hydrated.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import type { FormLayout } from '../../forms/form-fields.tsx';
import { useAnswer } from '../../forms/use-answer.ts';

/** Selected rows of the page. Rows that left the page are dropped. */
export function useSelection(rows: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const selected = new Set(rows.filter((row) => ticked.has(row)));
  const select = (row: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(row);
    else next.delete(row);
    setTicked(next);
  };
  return { selected, select, selectAll: (all: boolean) => setTicked(new Set(all ? rows : [])) };
}

export type Selection = ReturnType<typeof useSelection>;

/** Checkbox that selects or clears all rows of the page. */
export function SelectAll({ isAll, onSelect }: { isAll: boolean; onSelect: (all: boolean) => void }) {
  return (
    <label className="mb-2 inline-flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-5 accent-berry"
        checked={isAll}
        onChange={(event) => onSelect(event.target.checked)}
      />
      Select all on this page
    </label>
  );
}

const bulk = 'bulk';
const bulkFormId = formId(formKey(bulk));

type RowBoxProps = { selection: Selection; id: string; value: string; label: string; className?: string };

/** Checkbox of one row. It belongs to the bulk form; `value` also names the state shown. */
export function RowBox({ selection: { selected, select }, id, value, label, className }: RowBoxProps) {
  return (
    <label className={classes('-my-1 inline-flex size-11 shrink-0 items-center justify-center', className)}>
      <input
        type="checkbox"
        name="chosen"
        form={bulkFormId}
        value={value}
        checked={selected.has(id)}
        onChange={(event) => select(id, event.target.checked)}
        className="size-5 accent-berry"
      />
      <span className="sr-only">{label}</span>
    </label>
  );
}

/** Rows that a bulk action left unchanged, by name, each with the reason. */
export type BulkResult = { unchanged: { id: string; name: string; sentence: string }[] };

function Unchanged({ rows }: { rows: BulkResult['unchanged'] }) {
  if (rows.length === 0) return null;
  return (
    <ul className="w-full space-y-1 text-sm text-wine">
      {rows.map(({ id, name, sentence }) => (
        <li key={id} className="wrap-anywhere">
          <b>{name}</b>
          <span>{`: ${sentence}`}</span>
        </li>
      ))}
    </ul>
  );
}

type BulkFormProps = {
  selection: Selection;
  count: number;
  /** Label of each button by its value in the field `act`, the main one first. */
  acts: Record<string, string>;
  fields?: FormLayout;
};

const noFields: FormLayout = [];

/**
 * Bulk actions for the selected rows. Stays in view while something is selected; before hydration
 * it is always open.
 */
export function BulkForm({ selection: { selected, selectAll }, count, acts, fields = noFields }: BulkFormProps) {
  const isHydrated = useIsHydrated();
  const { result } = useAnswer<BulkResult>(bulk) ?? {};
  const unchanged = result?.unchanged ?? [];
  const [[main, submit] = ['', ''], ...others] = Object.entries(acts);
  const hidden: FormValues = { act: main };
  const isOpen = !isHydrated || selected.size > 0 || unchanged.length > 0;
  return (
    <div className={classes('mb-3', isOpen && 'sticky top-2 z-10')}>
      <div className={classes(isOpen && 'rounded-card border border-line bg-white px-4 py-2 shadow-lift')}>
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <SelectAll isAll={selected.size === count} onSelect={selectAll} />
          <p role="status" className="text-sm text-soft">
            {selected.size === 0 ? '' : `${selected.size} selected`}
          </p>
        </div>
        {isOpen ? (
          <div data-dense>
            <ActionForm
              name={bulk}
              submit={submit}
              hidden={hidden}
              look="second"
              className="flex flex-wrap items-center gap-2 space-y-0! pb-2 [&>.relative]:w-full sm:[&>.relative]:w-72"
              buttonLine="flex flex-wrap gap-2 [&_button]:min-h-11 [&_button]:px-5 [&_button]:py-2"
              fields={[<Unchanged key="unchanged" rows={unchanged} />, ...fields]}
              beside={
                <>
                  {others.map(([act, label]) => (
                    <Button key={act} type="submit" name="act" value={act} look="second">
                      {label}
                    </Button>
                  ))}
                </>
              }
            />
          </div>
        ) : null}
      </div>
    </div>
  );
}
