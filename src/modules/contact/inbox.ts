export const messageStates = ['open', 'answered', 'spam', 'all'] as const;
export type MessageState = (typeof messageStates)[number];

export const longestAnswer = 5_000;

/** Returns the reference of a message in mails: the first 8 characters of its id. */
export function referenceOf(id: string): string {
  return id.slice(0, 8).toUpperCase();
}
