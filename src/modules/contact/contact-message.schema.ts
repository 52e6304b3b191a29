import { z } from 'zod';

import { successOutput, endpointWithBody } from '#platform/http/endpoint.server.ts';
import { cleanField, contactIssue, type ContactField } from './contact-message.ts';

function field(name: ContactField) {
  return z
    .string()
    .transform((typed) => cleanField(name, typed))
    .superRefine((text, check) => {
      const issue = contactIssue(name, text);
      if (issue !== null) check.addIssue({ code: 'custom', message: issue });
    });
}

/** `website` is a honeypot that people do not see. A message that fills it is stored as spam. */
export const contactInput = z.object({
  name: field('name'),
  email: field('email'),
  subject: field('subject'),
  message: field('message'),
  website: z.string().optional(),
});

export const contactRefusals = {
  too_many: 'You have written several times within an hour. Please try again later.',
} as const;

export type ContactRefusal = keyof typeof contactRefusals;

export const sendCall = endpointWithBody('post', '/send-contact-email', {
  summary: 'Send a message to the shop. The reply comes by email',
  input: contactInput,
  output: successOutput,
});
