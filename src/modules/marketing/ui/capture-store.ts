import { setFlag, isFlagged, readStored, store } from '#ui/browser-storage.ts';
import { createStore } from '#ui/store.ts';

import type { DialogTrigger } from '../email-capture.ts';

const shownKey = 'email_capture_shown';
const dismissedKey = 'email_capture_dismissed';
const capturesKey = 'email_captures';

/** A capture as stored in the browser. `discount` is '15%', `timestamp` is ISO 8601. */
type CaptureRecord = { email: string; trigger: DialogTrigger; timestamp: string; discount: string };

/** Trigger that opened the dialog. Null while it is closed. */
export const openedBy = createStore<DialogTrigger | null>(() => null, null);

/** Opens the email dialog with the texts of its trigger. No-op if it is open. */
export function openCapture(trigger: DialogTrigger): void {
  if (openedBy.get() !== null) return;
  setFlag(shownKey);
  openedBy.set(trigger);
}

/** Closes the dialog. From now on it opens only on request. */
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

/**
 * True when the dialog must not open on its own: captured or dismissed before, or shown in this
 * session.
 */
export function isSettled(): boolean {
  return isFlagged(shownKey) || readStored(dismissedKey) !== null || storedCaptures().length > 0;
}
