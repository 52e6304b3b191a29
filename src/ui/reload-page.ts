import { unreachable } from './refusal.ts';
import { toast } from './toast.tsx';

/** True when the shop's address responds now. */
export function isReachable(): Promise<boolean> {
  return fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
}

/**
 * Reloads the page after a press whose code or call
 * failed, because the current version has its files.
 * If the shop is unreachable, a reload would replace all typed text by the browser's error page.
 * The page then stays and explains why nothing happened.
 */
export async function reloadPage(load = () => location.reload()): Promise<void> {
  if (await isReachable()) load();
  else toast({ title: unreachable.message, destructive: true });
}
