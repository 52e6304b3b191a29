import { z } from 'zod';

import { chosenRows, pressedButton, textField } from '#platform/http/form-fields.server.ts';

import { cleanField, maxAnswerLength, messageMoves } from './contact-message.ts';

/** An answer or note, without characters that cannot be stored. */
export const answerInput = z.object({
  text: z
    .string()
    .transform((typed) => cleanField('message', typed))
    .pipe(textField(maxAnswerLength, 'Enter a message')),
  key: z.uuid().optional(),
  /** Number of answers and notes that the page showed when it was loaded. */
  seen: z.coerce.number().int().default(0),
});

/** Bulk move: the selected messages and the pressed button. */
export const movesInput = z.object({ chosen: chosenRows, act: pressedButton(messageMoves) });

export const inboxRefusals = {
  gone: 'This message no longer exists.',
  written_meanwhile: 'Someone else replied while you were writing. Review it, then send again to add yours.',
  already_so: 'Someone else already did this. The page is now up to date.',
} as const;

export type InboxRefusal = keyof typeof inboxRefusals;
