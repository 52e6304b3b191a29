import { z } from 'zod';

import { optionalText, textField } from '#platform/http/form-fields.server.ts';

import { cleanText } from '../rules.ts';
import { longestReply, rejectionReasonNames } from './rules.ts';

export const rejectionInput = z.object({
  reason: z.enum(rejectionReasonNames, 'Choose why it is not shown'),
  note: optionalText(300),
});

/** An empty reply takes the published one away. */
export const replyInput = z.object({ reply: textField(longestReply, '', 0).transform(cleanText) });

export const moderationRefusals = {
  gone: 'There is no such review any more.',
  already_so: 'Someone else has decided about this review already. The list is up to date now.',
} as const;

export type ModerationRefusal = keyof typeof moderationRefusals;
