import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';

import { successOutput, json } from '#platform/http/endpoint.server.ts';
import { emailSentence } from '#shared/email-address.ts';

const testTypes = ['simple', 'order_template'] as const;

export const testMailInput = z.object({ to_email: z.string().max(255), test_type: z.enum(testTypes) });
const testMailRefused = z.object({ success: z.literal(false), error: z.string() });

export const testMailRefusals = {
  no_address: 'Please enter an email address to test with.',
  bad_address: emailSentence,
  admins_only: 'Only admins can send test mails from this shop. Please sign in as an admin.',
  own_address: 'Test mails go to your own address only.',
  too_many: 'Five test mails an hour are enough. Please try again later.',
  not_sent: 'The mail server did not take the mail.',
} as const;

export type TestType = (typeof testTypes)[number];
export type TestMailRefusal = keyof typeof testMailRefusals;

/** Result of one test. `problem` is null if the mail was sent. */
export type TestResult = { type: TestType; to: string; problem: string | null };

export const testMailCall = createRoute({
  method: 'post',
  path: '/test-email',
  summary: 'Send a test mail',
  request: { body: { content: { 'application/json': { schema: testMailInput } }, required: true } },
  responses: {
    200: json(successOutput, 'Sent'),
    403: json(testMailRefused, 'Not for this visitor or not to this address'),
    422: json(testMailRefused, 'No usable address, or the mail server did not take it'),
    429: json(testMailRefused, 'Too many test mails'),
  },
});
