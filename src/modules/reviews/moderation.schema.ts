import { z } from 'zod';

import { editConflictMessage } from '#modules/audit/audit-log.ts';
import { optionalText, textField, versionField } from '#platform/http/form-fields.server.ts';

import { cleanText } from './review.ts';
import { chosenRows, pressedButton } from '#platform/http/form-fields.server.ts';
import { maxReplyLength, rejectionReasonNames } from './moderation.ts';

/** State of the review when the list was loaded. */
const seen = z.string().default('');

export const approvalInput = z.object({ seen });

export const rejectionInput = z.object({
  seen,
  reason: z.enum(rejectionReasonNames, 'Choose a reason'),
  note: optionalText(300),
});

/** Bulk decision: the selected reviews, each as 'id:state', and the pressed button. */
export const bulkInput = z.object({
  chosen: chosenRows,
  act: pressedButton(['approve', 'spam', 'reject']),
  reason: z.string().default(''),
});

/** An empty reply removes the published one. */
export const replyInput = z.object({
  reply: textField(maxReplyLength, '', 0).transform(cleanText),
  version: versionField,
});

export const moderationRefusals = {
  gone: 'This review no longer exists.',
  changed_meanwhile: editConflictMessage,
  already_so: 'Someone else already reviewed this. The list is now up to date.',
} as const;

export type ModerationRefusal = keyof typeof moderationRefusals;
