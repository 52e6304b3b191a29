type OrderNote = {
  /** Name in rows, quotes and pages. */
  name: string;
  /** Name in calls and messages. */
  wire: string;
  /** Name in the payment record at the provider and in the audit log: one camelCase word. */
  part: string;
  label: string;
  /** Maximum length, in characters. */
  max: number;
  /** True if it is understood without its label where an order's delivery is shown. */
  isPlain: boolean;
  /** Text in the sample mail. */
  sample: string;
};

/**
 * Notes that a customer adds to an order, besides recipient and address. Forms, calls, mails,
 * slips, lists, pages, the provider's record and retention iterate over this list. A new note is an
 * entry here and a column in the table `orders`.
 */
const notes = [
  {
    name: 'deliveryInstructions',
    wire: 'delivery_instructions',
    part: 'instructions',
    label: 'Delivery instructions',
    max: 500,
    isPlain: true,
    sample: 'Leave it with the neighbor',
  },
] as const satisfies readonly OrderNote[];

type Names = Pick<(typeof notes)[number], 'name' | 'wire' | 'part'>;
type Note = Omit<OrderNote, keyof Names> & Names;

export const orderNotes: readonly Note[] = notes;

export type OrderNotes = Record<Note['name'], string>;

/** Returns a value per note under one of its names. */
export function notesBy<K extends keyof Names, V>(key: K, valueOf: (note: Note) => V): Record<Note[K], V> {
  return Object.fromEntries(orderNotes.map((note) => [note[key], valueOf(note)])) as Record<Note[K], V>;
}

/** Returns only the notes of an object, with '' for missing ones. */
export function notesOf(of: Partial<OrderNotes>): OrderNotes {
  return notesBy('name', ({ name }) => of[name] ?? '');
}

export const emptyNotes: OrderNotes = notesOf({});

/** Returns the notes in the format of calls and messages. */
export function notesOnWire(of: OrderNotes) {
  return notesBy('wire', ({ name }) => of[name]);
}

/** Returns the notes that are not empty, in list order. */
export function orderNoteLines(of: Partial<OrderNotes>): { label: string; text: string }[] {
  return orderNotes.flatMap(({ name, label }) => {
    const text = of[name]?.trim() ?? '';
    return text === '' ? [] : [{ label, text }];
  });
}

/** Returns the notes that are not empty as lines below the delivery address. */
export function deliveryNotes(of: OrderNotes): string[] {
  const plain = new Set(orderNotes.filter(({ isPlain }) => isPlain).map(({ label }) => label));
  return orderNoteLines(of).map(({ label, text }) => (plain.has(label) ? text : `${label}: ${text}`));
}
