export const messageStates = ['open', 'answered', 'spam', 'all'] as const;
export type MessageState = (typeof messageStates)[number];

export const longestAnswer = 5_000;

/** How a message is called in mails: the first 8 signs of its id. */
export function referenceOf(id: string): string {
  return id.slice(0, 8).toUpperCase();
}
