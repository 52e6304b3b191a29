import { readStored, store } from '#ui/browser-storage.ts';
import { createStore } from '#ui/store.ts';
import { call } from '#modules/api-client.ts';

import { consentKey, consentVersion, storedConsent, isAdTrackingAllowed, type Consent } from '../ads-consent.ts';

type State = { decided: Consent | null; isChoosing: boolean };

const state = createStore<State>(
  () => ({ decided: storedConsent(readStored(consentKey), consentVersion, new Date()), isChoosing: false }),
  { decided: null, isChoosing: false },
);

/** True when the browser sends the Global Privacy Control signal. */
export function hasPrivacySignal(): boolean {
  return typeof navigator !== 'undefined' && Reflect.get(navigator, 'globalPrivacyControl') === true;
}

export function hasTrackingConsent(): boolean {
  return isAdTrackingAllowed(state.get().decided, hasPrivacySignal());
}

/** True when the visitor rejected advertising measurement. */
export const isRefused = () => state.get().decided?.ads === false;

/** Stores a decision in the browser and in the shop. The last one counts. */
export function storeConsentChoice(ads: boolean): void {
  const decided = { version: consentVersion, at: new Date().toISOString(), ads };
  store(consentKey, JSON.stringify(decided));
  state.set({ decided, isChoosing: false });
  void call('POST /consent', { ads, version: consentVersion });
}

const setChoosing = (isChoosing: boolean) => state.set({ ...state.get(), isChoosing });

export const openChoices = () => setChoosing(true);

export const closeChoices = () => setChoosing(false);

export const useConsent = state.use;

export const isChoosing = () => state.get().isChoosing;

/** True when advertising may be measured. Updates if the visitor changes the choice on the page. */
export function useIsMeasured(): boolean {
  return isAdTrackingAllowed(useConsent().decided, hasPrivacySignal());
}
