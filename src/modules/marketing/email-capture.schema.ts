import { z } from 'zod';

import { endpointWithBody } from '#platform/http/endpoint.server.ts';
import { emailSentence } from '#shared/email-address.ts';

import { dialogTriggers } from './email-capture.ts';

export const captureInput = z.object({
  email: z.string().max(320, 'An email address has at most 320 characters'),
  trigger: z.enum([...dialogTriggers, 'newsletter']),
});

/** The code's discount, as '15%'. Null for the newsletter, which has no code. */
export const captureOutput = z.object({ success: z.literal(true), discount: z.string().nullable() });

export const captureRefusals = {
  bad_address: emailSentence,
  too_many: 'Too many sign-ups from here. Please try again in an hour.',
} as const;

export type CaptureRefusal = keyof typeof captureRefusals;
export type CaptureInput = z.infer<typeof captureInput>;
/** Result of a page's action for the newsletter form. */
export type NewsletterResult = { done: true } | { done: false; message: string; email: string };

export const captureCall = endpointWithBody('post', '/capture-email', {
  summary: 'Subscribe to the newsletter or get a discount code by email',
  input: captureInput,
  output: captureOutput,
});
