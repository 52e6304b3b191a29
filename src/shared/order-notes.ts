type OrderNote = {
  /** In rows, quotes and pages. */
  name: string;
  /** In calls and messages. */
  wire: string;
  /** In the record that the provider keeps with a payment. */
  part: string;
  label: string;
  /** The longest text, in characters. */
  max: number;
  /** Whether it is understood without its label where the delivery of an order is shown. */
  isPlain: boolean;
  /** What the sample mail says. */
  sample: string;
};

/**
 * What a customer says with an order, beside who it is for and where it goes. Forms, calls, mails, slips, lists, pages, the
 * provider's record and retention iterate over this list: a new note is an entry here and its column in the table `orders`.
 */
const notes = [
  {
    name: 'deliveryInstructions',
    wire: 'delivery_instructions',
    part: 'instructions',
    label: 'Delivery instructions',
    max: 500,
    isPlain: true,
    sample: 'Leave it with the neighbour',
  },
] as const satisfies readonly OrderNote[];

type Names = Pick<(typeof notes)[number], 'name' | 'wire' | 'part'>;
type Note = Omit<OrderNote, keyof Names> & Names;

export const orderNotes: readonly Note[] = notes;

export type OrderNotes = Record<Note['name'], string>;

/** A value of each note under one of its names. */
export function notesBy<K extends keyof Names, V>(key: K, valueOf: (note: Note) => V): Record<Note[K], V> {
  return Object.fromEntries(orderNotes.map((note) => [note[key], valueOf(note)])) as Record<Note[K], V>;
}

/** The notes alone of what has them; one that is not there is empty. */
export function notesOf(of: Partial<OrderNotes>): OrderNotes {
  return notesBy('name', ({ name }) => of[name] ?? '');
}

export const emptyNotes: OrderNotes = notesOf({});

/** The notes as calls and messages carry them. */
export function notesOnWire(of: OrderNotes) {
  return notesBy('wire', ({ name }) => of[name]);
}

/** The notes that were written, in their order. */
export function orderNoteLines(of: Partial<OrderNotes>): { label: string; text: string }[] {
  return orderNotes.flatMap(({ name, label }) => {
    const text = of[name]?.trim() ?? '';
    return text === '' ? [] : [{ label, text }];
  });
}

/** The notes that were written as they stand below where an order goes. */
export function deliveryNotes(of: OrderNotes): string[] {
  const plain = new Set(orderNotes.filter(({ isPlain }) => isPlain).map(({ label }) => label));
  return orderNoteLines(of).map(({ label, text }) => (plain.has(label) ? text : `${label}: ${text}`));
}
