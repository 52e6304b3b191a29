import { useSyncExternalStore } from 'react';

import { readStored, store } from '#ui/browser-storage.ts';

import type { DialogTrigger } from '../rules.ts';
import { flag, isFlagged } from './session-flag.ts';

const shownKey = 'email_capture_shown';
const dismissedKey = 'email_capture_dismissed';
const capturesKey = 'email_captures';

/** What the browser keeps of a capture; discount as '15%', timestamp in ISO 8601. */
export type CaptureRecord = { email: string; trigger: DialogTrigger; timestamp: string; discount: string };

let current: DialogTrigger | null = null;
const listeners = new Set<() => void>();

function set(trigger: DialogTrigger | null): void {
  current = trigger;
  for (const listener of listeners) listener();
}

/** Opens the e-mail dialog in the words of what asked for it; one that is open stays as it is. */
export function openCapture(trigger: DialogTrigger): void {
  if (current !== null) return;
  flag(shownKey);
  set(trigger);
}

/** Closes the dialog; from now on it opens only when asked for. */
export function closeCapture(): void {
  if (current === null) return;
  store(dismissedKey, '1');
  set(null);
}

function keptCaptures(): unknown[] {
  try {
    const kept: unknown = JSON.parse(readStored(capturesKey) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function keepCapture(record: CaptureRecord): void {
  store(capturesKey, JSON.stringify([...keptCaptures(), record]));
}

/** Whether the dialog was captured or dismissed once, or shown in this session: it does not open by itself again. */
export function isSettled(): boolean {
  return isFlagged(shownKey) || readStored(dismissedKey) !== null || keptCaptures().length > 0;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function openedBy(): DialogTrigger | null {
  return current;
}

/** What opened the dialog; null while it is closed. */
export function useCapture(): DialogTrigger | null {
  return useSyncExternalStore(subscribe, openedBy, () => null);
}
