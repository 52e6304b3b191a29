import { loadedWhen } from '#ui/store.ts';
import { useIsRunning } from '#ui/use-is-running.ts';

import { hasPrivacySignal, isChoosing, useConsent } from './consent-store.ts';

const useQuestion = loadedWhen(
  async () => {
    const { ConsentQuestion } = await import('./consent-question.tsx');
    return (asks: boolean) => <ConsentQuestion asks={asks} />;
  },
  // Loaded anew the page has its files. Where it asks by itself it would do so for ever: a blocker may hold the question back.
  () => {
    if (isChoosing()) location.reload();
  },
);

/** Asks once when there is something to ask; the question's code is loaded then. */
export function ConsentHost({ asks }: { asks: boolean }) {
  const { decided, isChoosing: isAskedFor } = useConsent();
  const isRunning = useIsRunning();
  const isOpen = isRunning && (isAskedFor || (asks && decided === null && !hasPrivacySignal()));
  const question = useQuestion(isOpen);
  return isOpen ? question?.(asks) : null;
}
