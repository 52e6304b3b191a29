/** State of a phone order. It is derived from its cart's checkout, its time and the admins. */
export type PhoneOrderState = 'waiting' | 'opened' | 'being_paid' | 'paid' | 'expired' | 'withdrawn';

/** True while the payment link can be opened, sent again and withdrawn. */
export const isPayable = (state: PhoneOrderState): boolean => state === 'waiting' || state === 'opened';

/** Item as it was ordered on the telephone. The checkout takes the price from the database. */
export type PhoneOrderItem = { productId: string; name: string; quantity: number };

/** Name of the form field for the units of a product. */
export const unitsField = (productId: string) => `units-${productId}`;

/** Path of the payment link. Whoever has it can open the checkout. */
export const payPath = (id: string) => `/pay/${id}`;

/** Returns '2 × Wand, 1 × Case'. */
export const itemsText = (items: readonly PhoneOrderItem[]): string =>
  items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ');
