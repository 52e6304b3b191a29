import { createHash } from 'node:crypto';

/** Under which name letters know an address, however it is typed. */
export function addressHash(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
}
