import { z } from 'zod';

import { editConflictMessage } from '#modules/audit/audit-log.ts';
import { optionalText, versionField } from '#platform/http/form-fields.server.ts';

/** Schema of the form without the password, which is read as a secret. */
export const emailServerInput = z.object({
  host: optionalText(255),
  port: optionalText(5),
  user: optionalText(255),
  from: optionalText(255),
  version: versionField,
});

export type EmailServerInput = z.infer<typeof emailServerInput>;

export const emailServerRefusals = {
  changed_meanwhile: editConflictMessage,
  bad_server: 'Enter the server’s name, such as smtp.mail.example, and a port from 1 to 65535.',
  bad_sender: 'Enter an email address such as Shop <hello@shop.example>.',
  no_user: 'Enter the user name that belongs to the password.',
  rejected: 'The email server doesn’t accept the shop. Nothing was saved.',
};

export type EmailServerRefusal = keyof typeof emailServerRefusals;
