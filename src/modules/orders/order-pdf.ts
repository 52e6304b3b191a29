/** Content of a PDF about an order: head, two columns, table, sums and closing lines. */
export type OrderPdf = {
  shopName: string;
  /** Color of the shop's name, the total and the code. */
  accent: string;
  /** Title in the head; `number` completes it in the file's properties and on further pages. */
  title: string;
  number: string;
  createdAt: Date;
  sender: readonly string[];
  details: readonly string[];
  columns: readonly { title: string; lines: readonly string[] }[];
  code?: { title: string; text: string };
  table: { titles: Cells; rows: readonly Cells[]; hasBoxes?: boolean };
  sums: readonly Sum[];
  closing: readonly Closing[];
};

/** One document on its own pages. `gapsNote` explains a '?' printed above it. */
export type Paper = { content: OrderPdf; gapsNote: string };

export type Cells = readonly [name: string, quantity: string, price: string, amount: string];
export type Sum = { name: string; text: string; look?: 'total' | 'soft' };
export type Closing = { text: string; look?: 'soft' };

/** Parts of a document that are erased with the customer's contact. */
export type DocumentContact = { email: string; paidBy: string };

/** An issued document as it is stored: all that its PDF says. */
export type IssuedContent = Omit<OrderPdf, 'createdAt'> & { createdAt: string; gapsNote: string };
