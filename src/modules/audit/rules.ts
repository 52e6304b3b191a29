/** What is said of a thing before or after a change. */
export type Facts = Record<string, unknown>;

/** Who changes something and in which request. */
export type Actor = { id: string | null; email: string; requestId: string };

/** One change: `action` is a verb on a noun (`order.status`), `subject` names the one thing (`order:HR-7K3QX9M2`). */
export type Change = { action: string; subject: string; before: Facts | null; after: Facts | null };
