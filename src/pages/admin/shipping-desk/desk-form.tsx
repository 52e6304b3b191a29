import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';

import type { OrderToShip } from '#modules/orders/ship-orders.queries.server.ts';
import { carrierNames } from '#modules/orders/carriers.ts';
import { carrierMax } from '#modules/orders/shipment.ts';
import type { RefusedRow } from '#shared/bulk-action.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { formId } from '#ui/form-response.ts';
import { useOnHydrated } from '#ui/use-hydrated.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import {
  adoptCarrier,
  countsOf,
  doubtsOf,
  entriesIn,
  focusNext,
  pasteNumbers,
  useCarrier,
  type Entries,
} from './desk-entries.ts';
import { carrierList, DeskTable } from './desk-table.tsx';

const name = 'ship';

const carrierId = `${formId(name)}-carrier`;

const noEntries: Entries = new Map();

/** Entered numbers, carriers and selection, read from the fields, which keep what was typed. */
function useEntries() {
  const box = useRef<HTMLDivElement>(null);
  const [entries, setEntries] = useState(noEntries);
  const read = () => {
    const form = box.current?.closest('form');
    if (form instanceof HTMLFormElement) setEntries(entriesIn(form));
  };
  useOnHydrated(read);
  return { box, entries, read };
}

const slipsPath = (orderNumbers: readonly string[]) =>
  `/admin/shipping-desk/slips.pdf?${new URLSearchParams(orderNumbers.map((order) => ['order', order]))}`;

/** Link to the PDF. A new tab, so that nothing entered here is lost. */
function SlipsLink({ all, selected }: { all: readonly string[]; selected: readonly string[] }) {
  const chosen = selected.length === 0 ? all : selected;
  return (
    <ButtonLink to={slipsPath(chosen)} look="second" target="_blank" reloadDocument>
      {`Print pick list and packing slips (${chosen.length})`}
    </ButtonLink>
  );
}

type DeskFormProps = { rows: readonly OrderToShip[]; refused: readonly RefusedRow[] };

/** Orders with their tracking fields, all shipped by one button. */
export function DeskForm({ rows, refused }: DeskFormProps) {
  const [carrier, setCarrier] = useCarrier();
  const { box, entries, read } = useEntries();
  useOnHydrated(() => adoptCarrier(carrierId));
  const [notPasted, setNotPasted] = useState('');
  const orderNumbers = rows.map(({ orderNumber }) => orderNumber);
  const { numbered, bare } = countsOf(entries, orderNumbers);
  const selected = orderNumbers.filter((order) => entries.get(order)?.isSelected === true);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    // A scanner ends each code with Enter, which would otherwise send the form.
    event.preventDefault();
    if (event.target.name.startsWith('number:')) focusNext(event.target);
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const said = pasteNumbers(event.target, event.clipboardData.getData('text'));
    if (said === null) return;
    event.preventDefault();
    setNotPasted(said);
    read();
  };
  const selectAll = (all: boolean) => {
    const boxes = box.current?.querySelectorAll<HTMLInputElement>('input[name="selected"]') ?? [];
    for (const one of boxes) one.checked = all;
    read();
  };
  return (
    <ActionForm
      name={name}
      submit={numbered + bare === 0 ? 'Mark as shipped' : `Mark ${numbered + bare} as shipped`}
      busyText="Marking..."
      beside={
        <>
          <SlipsLink all={orderNumbers} selected={selected} />
          <p className="max-sm:order-first max-sm:basis-full max-sm:text-center">
            {bare === 0 ? '' : `${bare} without a tracking number`}
          </p>
        </>
      }
      buttonLine="bottom-bar sticky bottom-3 z-10 flex flex-wrap items-center gap-3 rounded-card border border-line bg-white p-3 shadow-lift [&>p:empty]:hidden max-sm:[&>:not(p)]:flex-1 max-sm:[&>:not(p)]:px-3"
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens to its fields */}
      <div ref={box} onKeyDown={onKeyDown} onPaste={onPaste} onChange={read}>
        <div className="mb-3 flex flex-wrap items-end gap-x-6 gap-y-2">
          <div className="w-full sm:w-56">
            <Field
              id={carrierId}
              name="carrier"
              label="Carrier"
              list={carrierList}
              maxLength={carrierMax}
              autoComplete="off"
              defaultValue={carrier}
              onChange={(event) => setCarrier(event.target.value)}
            />
            <datalist id={carrierList}>
              {carrierNames.map((carrierName) => (
                <option key={carrierName}>{carrierName}</option>
              ))}
            </datalist>
          </div>
          <label className="inline-flex min-h-12 items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-berry"
              checked={selected.length === rows.length}
              onChange={(event) => selectAll(event.target.checked)}
            />
            Select all
          </label>
          <p className="flex min-h-12 items-center text-sm text-soft">
            Press Enter for the next row. Paste a column of numbers to fill the rows below, or orders and numbers in any
            order.
          </p>
        </div>
        <p role="status" className="mb-3 text-wine empty:mb-0">
          {notPasted}
        </p>
        <DeskTable
          rows={rows}
          selected={new Set(selected)}
          carrier={carrier}
          doubts={doubtsOf(entries, carrier)}
          problems={new Map(refused.map((row) => [row.id, row]))}
        />
      </div>
    </ActionForm>
  );
}
