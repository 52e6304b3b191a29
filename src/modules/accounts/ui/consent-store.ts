import { consentOffer } from '#content/consent-offer.ts';
import { readStored, store } from '#ui/browser-storage.ts';
import { newStore } from '#ui/store.ts';
import { call } from '#modules/calls.ts';

import { consentKey, storedConsent, mayMeasure, type Consent } from '../consent.ts';

type State = { decided: Consent | null; isChoosing: boolean };

const state = newStore<State>(
  () => ({ decided: storedConsent(readStored(consentKey), consentOffer.version, new Date()), isChoosing: false }),
  { decided: null, isChoosing: false },
);

/** Whether the browser asks by itself not to be tracked (Global Privacy Control). */
export function hasPrivacySignal(): boolean {
  return typeof navigator !== 'undefined' && Reflect.get(navigator, 'globalPrivacyControl') === true;
}

export function isMeasured(): boolean {
  return mayMeasure(state.get().decided, hasPrivacySignal());
}

/** Stores a decision here and in the shop; the last one counts. */
export function decide(ads: boolean): void {
  const decided = { version: consentOffer.version, at: new Date().toISOString(), ads };
  store(consentKey, JSON.stringify(decided));
  state.set({ decided, isChoosing: false });
  void call('POST /consent', { ads, version: consentOffer.version });
}

const setChoosing = (isChoosing: boolean) => state.set({ ...state.get(), isChoosing });

export const openChoices = () => setChoosing(true);

export const closeChoices = () => setChoosing(false);

export const useConsent = state.use;

export const isChoosing = () => state.get().isChoosing;

/** Whether advertising may be measured, also when the visitor changes their mind on the page. */
export function useIsMeasured(): boolean {
  return mayMeasure(useConsent().decided, hasPrivacySignal());
}
