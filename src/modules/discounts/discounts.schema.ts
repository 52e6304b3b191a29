import { z } from 'zod';

import { codeIssue, maxCodeLength, normalCode } from './code-format.ts';
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

const codeText = z.string().overwrite(normalCode).meta({ maxLength: maxCodeLength });

function checkForm(code: string, check: z.RefinementCtx): void {
  const issue = codeIssue(code);
  if (issue !== null) check.addIssue({ code: 'custom', message: issue });
}

/**
 * Typed code in the form in which codes are compared. Every form, call and link reads it here, and
 * only a code that was read can be looked up.
 */
export const typedCode = codeText.superRefine(checkForm).brand<'TypedCode'>();

export type TypedCode = z.infer<typeof typedCode>;

/** Typed code, or '' to remove the present one. */
export const typedCodeOrNone = codeText
  .superRefine((code, check) => {
    if (code !== '') checkForm(code, check);
  })
  .brand<'TypedCode'>();

export const validateInput = z.object({
  code: typedCode,
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
