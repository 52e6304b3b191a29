import { useSyncExternalStore } from 'react';

import { consent } from '#content/consent.ts';
import { readStored, store } from '#ui/browser-storage.ts';
import { call } from '#modules/calls.ts';

import { consentKey, keptConsent, mayMeasure, type Consent } from '../rules.ts';

type State = { decided: Consent | null; isChoosing: boolean };

const undecided: State = { decided: null, isChoosing: false };
let state: State | null = null;
const listeners = new Set<() => void>();

function current(): State {
  state ??= { decided: keptConsent(readStored(consentKey), consent.version, new Date()), isChoosing: false };
  return state;
}

function set(change: Partial<State>): void {
  state = { ...current(), ...change };
  for (const listener of listeners) listener();
}

/** Whether the browser asks by itself not to be tracked (Global Privacy Control). */
export function hasPrivacySignal(): boolean {
  return typeof navigator !== 'undefined' && Reflect.get(navigator, 'globalPrivacyControl') === true;
}

/** Whether advertising may be measured now. */
export function isMeasured(): boolean {
  return mayMeasure(current().decided, hasPrivacySignal());
}

/** Keeps a decision here and at the shop; the last one counts. */
export function decide(ads: boolean): void {
  const decided = { version: consent.version, at: new Date().toISOString(), ads };
  store(consentKey, JSON.stringify(decided));
  set({ decided, isChoosing: false });
  void call('POST /consent', { ads, version: consent.version });
}

export function openChoices(): void {
  set({ isChoosing: true });
}

export function closeChoices(): void {
  set({ isChoosing: false });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useConsent(): State {
  return useSyncExternalStore(subscribe, current, () => undecided);
}

/** Whether advertising may be measured, also when the visitor changes their mind on the page. */
export function useIsMeasured(): boolean {
  return mayMeasure(useConsent().decided, hasPrivacySignal());
}
