import { unreachableAnswer } from './call-api.ts';
import { toast } from './toast.tsx';

/** Whether anything answers at the shop's address now. */
export function isReachable(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/**
 * Loads the page anew, for a press whose code or call has failed: a newer version of the page has its files, and what was asked for. While
 * the line is cut that would bring the browser's own error in the place of all that was typed: then the page stays, and says why
 * nothing happened.
 */
export async function loadAnew(load = () => location.reload()): Promise<void> {
  if (await isReachable()) load();
  else toast({ title: unreachableAnswer.message, destructive: true });
}
