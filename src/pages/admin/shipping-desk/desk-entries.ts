import { formValues, linesOf } from '#shared/form-values.ts';
import { newStore } from '#ui/store.ts';
import { readStored, store } from '#ui/browser-storage.ts';
import { carrierNames, numberDoubt } from '#modules/orders/carriers.ts';
import { repeated, trackingNumberIn } from '#modules/orders/ship-orders.ts';

const carrierKey = 'shipping-desk-carrier';

const chosen = newStore(() => carrierNames.find((name) => name === readStored(carrierKey)) ?? '', '');

/** Carrier of all rows without their own, remembered by this browser. */
export const useCarrier = () => [chosen.use(), setCarrier] as const;

function setCarrier(name: string): void {
  chosen.set(name);
  store(carrierKey, name);
}

/** Shows the remembered carrier in its field, or takes what was chosen there before hydration. */
export function adoptCarrier(fieldId: string): void {
  const field = document.getElementById(fieldId);
  if (!(field instanceof HTMLSelectElement)) return;
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
  const selected = new Set(linesOf(values.selected ?? ''));
  const rows = linesOf(values.row ?? '').map((row) => row.replace(/:\d+$/, ''));
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
  const twice = repeated([...entries.values()].map(({ number }) => number));
  const doubts = [...entries].flatMap(([order, entry]): [string, string][] => {
    if (entry.number === '') return [];
    if (twice.has(entry.number)) return [[order, 'Entered for more than one order.']];
    const doubt = numberDoubt(entry.carrier === '' ? carrier : entry.carrier, entry.number);
    return doubt === null ? [] : [[order, doubt]];
  });
  return new Map(doubts);
}

const fieldsFrom = (field: HTMLInputElement): HTMLInputElement[] => {
  const all = [...(field.form?.querySelectorAll<HTMLInputElement>('input[name^="number:"]') ?? [])];
  return all.slice(all.indexOf(field));
};

/** Moves the focus to the tracking field of the next row. The last row keeps it. */
export function focusNext(field: HTMLInputElement): void {
  const next = fieldsFrom(field)[1] ?? field;
  next.focus();
  next.select();
}

/**
 * Writes pasted lines into this field and those below. Returns how many lines found no row, or
 * null if the text is one line, which the browser pastes itself.
 */
export function pasteLines(field: HTMLInputElement, text: string): number | null {
  const lines = text.trim().split(/\r\n?|\n/);
  if (lines.length < 2) return null;
  const fields = fieldsFrom(field);
  for (const [index, line] of lines.slice(0, fields.length).entries()) {
    const one = fields[index];
    if (one !== undefined) one.value = line.trim();
  }
  fields[Math.min(lines.length, fields.length) - 1]?.focus();
  return Math.max(0, lines.length - fields.length);
}
