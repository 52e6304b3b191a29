import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';

import { successOutput, json } from '#platform/http/endpoint.server.ts';
import { emailSentence } from '#shared/email-address.ts';

const testTypes = ['simple', 'order_template'] as const;

export const testMailInput = z.object({ to_email: z.string().max(255), test_type: z.enum(testTypes) });
const testMailRefused = z.object({ success: z.literal(false), error: z.string() });

export const testMailRefusals = {
  no_address: 'Enter an email address for the test.',
  bad_address: emailSentence,
  admins_only: 'Only admins can send test emails. Sign in as an admin.',
  own_address: 'You can send test emails only to your own address.',
  too_many: 'You’ve reached the limit of 5 test emails an hour. Try again later.',
  not_sent: 'The email server rejected the email. Check it under Settings > Connections.',
} as const;

export type TestType = (typeof testTypes)[number];
export type TestMailRefusal = keyof typeof testMailRefusals;

/** Result of one test. `problem` is null if the mail was sent. */
export type TestResult = { type: TestType; to: string; problem: string | null };

export const testMailCall = createRoute({
  method: 'post',
  path: '/test-email',
  summary: 'Send a test email',
  request: { body: { content: { 'application/json': { schema: testMailInput } }, required: true } },
  responses: {
    200: json(successOutput, 'Sent'),
    403: json(testMailRefused, 'Not for this visitor or not to this address'),
    422: json(testMailRefused, 'No usable address, or the email server rejected it'),
    429: json(testMailRefused, 'Too many test emails'),
  },
});
