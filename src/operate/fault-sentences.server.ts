import Stripe from 'stripe';

import { failureCode, providerFailure } from '#modules/payments/provider-errors.server.ts';
import { stringProperty } from '#shared/read-property.ts';

/** Sentences for the file system's error codes. The path is '' if the system names none. */
const fileSentences: Record<string, (path: string) => string> = {
  ENOSPC: (path) => `The disk${path && ` of ${path}`} is full. Make room on it, then try again.`,
  EDQUOT: (path) => `The disk quota of this user is used up${path && ` (${path})`}. Make room, then try again.`,
  EROFS: (path) => `${path || 'The file'} is on a read-only disk. Name another place.`,
  EACCES: (path) =>
    `This user may not read or write ${path || 'the file'}. Change its permissions, or name another place.`,
  EPERM: (path) =>
    `This user may not read or write ${path || 'the file'}. Change its permissions, or name another place.`,
  ENOENT: (path) => `${path || 'The file'} does not exist.`,
  ENOTDIR: (path) => `A part of ${path || 'the path'} is a file and no folder.`,
  EISDIR: (path) => `${path || 'The path'} is a folder. Name a file.`,
  ENAMETOOLONG: () => 'The name of the file is too long.',
  EIO: (path) => `The disk${path && ` of ${path}`} fails. Name a place on another disk.`,
};

/**
 * Returns the sentence for a failed file operation; null for any other error. `file` is the path
 * for an error that names none, such as that of a read.
 */
export function fileSentence(error: unknown, file = ''): string | null {
  if (!(error instanceof Error) || stringProperty(error, 'syscall') === '') return null;
  return fileSentences[stringProperty(error, 'code')]?.(stringProperty(error, 'path') || file) ?? null;
}

/** Returns the sentence for a failed call to the payment provider; null for any other error. */
export function providerSentence(error: unknown): string | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return 'The payment provider does not know STRIPE_SECRET_KEY: copy it again from the dashboard.';
  if (providerFailure(error) === 'refused')
    return `The payment provider refuses the call (${failureCode(error)}). npm run doctor checks the keys.`;
  return 'The payment provider does not answer. Try again when it does.';
}
