import { formValues, nonEmptyLines } from '#shared/form-values.ts';
import { createStore } from '#ui/store.ts';
import { readStored, store } from '#ui/browser-storage.ts';
import { trackingNumberWarning } from '#modules/orders/carriers.ts';
import { duplicates } from '#modules/orders/ship-orders.ts';
import { carrierMax, trackingNumberIn } from '#modules/orders/shipment.ts';

import { pastedNumbers } from './pasted-numbers.ts';

const carrierKey = 'shipping-desk-carrier';

const chosen = createStore(() => (readStored(carrierKey) ?? '').slice(0, carrierMax), '');

/** Carrier of all rows without their own, remembered by this browser. */
export const useCarrier = () => [chosen.use(), setCarrier] as const;

function setCarrier(name: string): void {
  chosen.set(name);
  store(carrierKey, name);
}

/** Shows the remembered carrier in its field, or takes what was typed there before hydration. */
export function adoptCarrier(fieldId: string): void {
  const field = document.getElementById(fieldId);
  if (!(field instanceof HTMLInputElement)) return;
  if (field.value === '') field.value = chosen.get();
  else setCarrier(field.value);
}

/** Input for one order. An empty `carrier` is that of all rows. */
type Entry = { number: string; carrier: string; isSelected: boolean };

export type Entries = ReadonlyMap<string, Entry>;

/** Reads the rows of the desk's form. */
export function entriesIn(form: HTMLFormElement): Entries {
  const data = new FormData(form);
  const values = formValues(data);
  const selected = new Set(nonEmptyLines(values.selected ?? ''));
  const rows = nonEmptyLines(values.row ?? '').map((row) => row.replace(/:\d+$/, ''));
  return new Map(
    rows.map((order) => [
      order,
      {
        number: trackingNumberIn(values[`number:${order}`] ?? ''),
        carrier: values[`carrier:${order}`] ?? '',
        isSelected: selected.has(order),
      },
    ]),
  );
}

/** Returns how many orders have a number, and how many are selected without one. */
export function countsOf(entries: Entries, orderNumbers: readonly string[]) {
  const all = orderNumbers.flatMap((order) => entries.get(order) ?? []);
  const numbered = all.filter(({ number }) => number !== '').length;
  return { numbered, bare: all.filter(({ number, isSelected }) => number === '' && isSelected).length };
}

/** Returns doubts about the entered numbers by order. None keeps an order from shipping. */
export function doubtsOf(entries: Entries, carrier: string): ReadonlyMap<string, string> {
  const twice = duplicates([...entries.values()].map(({ number }) => number));
  const doubts = [...entries].flatMap(([order, entry]): [string, string][] => {
    if (entry.number === '') return [];
    if (twice.has(entry.number)) return [[order, 'Entered for more than one order.']];
    const doubt = trackingNumberWarning(entry.carrier === '' ? carrier : entry.carrier, entry.number);
    return doubt === null ? [] : [[order, doubt]];
  });
  return new Map(doubts);
}

const fieldName = 'number:';

const fieldsOf = (field: HTMLInputElement): HTMLInputElement[] => [
  ...(field.form?.querySelectorAll<HTMLInputElement>(`input[name^="${fieldName}"]`) ?? []),
];

/** Moves the focus to the tracking field of the next row. The last row keeps it. */
export function focusNext(field: HTMLInputElement): void {
  const fields = fieldsOf(field);
  const next = fields[fields.indexOf(field) + 1] ?? field;
  next.focus();
  next.select();
}

const lostText = (lost: number) => (lost === 1 ? '1 pasted number had no row.' : `${lost} pasted numbers had no row.`);

/**
 * Writes pasted cells into the tracking fields. Returns a sentence about what was not written, or
 * '' if all was. Returns null for one cell, or another field, which the browser pastes itself.
 */
export function pasteNumbers(field: HTMLInputElement, text: string): string | null {
  const fields = fieldsOf(field);
  const start = fields.indexOf(field);
  if (start === -1) return null;
  const rows = fields.map(({ name, value }) => ({ order: name.slice(fieldName.length), typed: value }));
  const pasted = pastedNumbers(text, rows, start);
  if (pasted === null) return null;
  if (!pasted.ok) return pasted.reason;
  const { numbers, lost } = pasted.value;
  for (const [at, number] of numbers) {
    const one = fields[at];
    if (one !== undefined) one.value = number;
  }
  fields[Math.max(start, ...numbers.keys())]?.focus();
  return lost === 0 ? '' : lostText(lost);
}
