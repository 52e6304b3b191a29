import { z } from 'zod';

import { chosenRows, pressedButton, textField } from '#platform/http/form-fields.server.ts';

import { cleanField, maxAnswerLength, messageMoves } from './contact-message.ts';

/** An answer or note, without characters that cannot be stored. */
export const answerInput = z.object({
  text: z
    .string()
    .transform((typed) => cleanField('message', typed))
    .pipe(textField(maxAnswerLength, 'Write something first')),
  key: z.uuid().optional(),
  /** Number of answers and notes that the page showed when it was loaded. */
  seen: z.coerce.number().int().default(0),
});

/** Bulk move: the selected messages and the pressed button. */
export const movesInput = z.object({ chosen: chosenRows, act: pressedButton(messageMoves) });

export const inboxRefusals = {
  gone: 'There is no such message any more.',
  written_meanwhile: 'Someone else wrote here in the meantime, as you see now. Press again to send yours all the same.',
  already_so: 'Someone else has done this already. The page is up to date now.',
} as const;

export type InboxRefusal = keyof typeof inboxRefusals;
