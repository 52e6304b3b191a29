import { flag, isFlagged, readStored, store } from '#ui/browser-storage.ts';
import { newStore } from '#ui/store.ts';

import type { DialogTrigger } from '../email-capture.ts';

const shownKey = 'email_capture_shown';
const dismissedKey = 'email_capture_dismissed';
const capturesKey = 'email_captures';

/** What the browser stores of a capture; discount as '15%', timestamp in ISO 8601. */
type CaptureRecord = { email: string; trigger: DialogTrigger; timestamp: string; discount: string };

/** What opened the dialog; null while it is closed. */
export const openedBy = newStore<DialogTrigger | null>(() => null, null);

/** Opens the e-mail dialog with the texts of its trigger; one that is open stays as it is. */
export function openCapture(trigger: DialogTrigger): void {
  if (openedBy.get() !== null) return;
  flag(shownKey);
  openedBy.set(trigger);
}

/** Closes the dialog; from now on it opens only when asked for. */
export function closeCapture(): void {
  if (openedBy.get() === null) return;
  store(dismissedKey, '1');
  openedBy.set(null);
}

function storedCaptures(): unknown[] {
  try {
    const stored: unknown = JSON.parse(readStored(capturesKey) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

export function storeCapture(record: CaptureRecord): void {
  store(capturesKey, JSON.stringify([...storedCaptures(), record]));
}

/** Whether the dialog was captured or dismissed once, or shown in this session: it does not open by itself again. */
export function isSettled(): boolean {
  return isFlagged(shownKey) || readStored(dismissedKey) !== null || storedCaptures().length > 0;
}
