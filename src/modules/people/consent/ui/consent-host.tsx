import { loadedWhen } from '#ui/store.ts';
import { useIsRunning } from '#ui/use-is-running.ts';

import { hasPrivacySignal, useConsent } from './consent-store.ts';

const useQuestion = loadedWhen(
  async () => {
    const { ConsentQuestion } = await import('./consent-question.tsx');
    return (asks: boolean) => <ConsentQuestion asks={asks} />;
  },
  () => undefined,
);

/** Asks once when there is something to ask; the question's code is loaded then. */
export function ConsentHost({ asks }: { asks: boolean }) {
  const { decided, isChoosing } = useConsent();
  const isRunning = useIsRunning();
  const isOpen = isRunning && (isChoosing || (asks && decided === null && !hasPrivacySignal()));
  const question = useQuestion(isOpen);
  return isOpen ? question?.(asks) : null;
}
