import { z } from 'zod';

import { identifier } from '#shared/identifier.ts';
import type { CodeRefusal } from './discount-code.ts';

export const codeRefusals: Record<CodeRefusal | 'too_many_attempts', string> = {
  unknown_code: 'This discount code is not valid.',
  code_expired: 'This discount code has expired.',
  below_minimum: 'Your order does not reach the minimum for this discount code.',
  used_up: 'This discount code has been used up.',
  used_by_you: 'You have already used this discount code.',
  too_many_attempts: 'Too many attempts. Please try again later.',
};

export type TryRefusal = keyof typeof codeRefusals;

export const validateInput = z.object({
  code: z
    .string()
    .overwrite(identifier)
    .min(1, 'Please enter a discount code')
    .max(50, 'A discount code has at most 50 characters')
    .regex(/^[A-Za-z0-9_-]+$/, 'A discount code has only letters, digits, dashes and underscores'),
  subtotal: z.number().min(0).max(999_999).optional(),
});

export const validateOutput = z.object({
  valid: z.boolean(),
  message: z.string().optional(),
  /** Machine-readable reason of the refusal. */
  reason: z.string().optional(),
  error: z.string().optional(),
  discountCode: z.object({ code: z.string(), name: z.string() }).optional(),
  discountAmount: z.number().optional(),
  /** After a refusal: seconds until another code can be tried, 0 if it can be tried now. */
  waitSeconds: z.number().optional(),
});

export type CodeAnswer = z.infer<typeof validateOutput>;
