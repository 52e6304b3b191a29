import { loadAnew } from '#ui/load-anew.ts';
import { loadedWhen } from '#ui/store.ts';
import { useIsRunning } from '#ui/use-is-running.ts';

import type { ConsentQuestionProps } from './consent-question.tsx';
import { closeChoices, hasPrivacySignal, isChoosing, useConsent } from './consent-store.ts';

const useQuestion = loadedWhen(
  async () => {
    const { ConsentQuestion } = await import('./consent-question.tsx');
    return (props: ConsentQuestionProps) => <ConsentQuestion {...props} />;
  },
  // Only after a press: where it asks by itself it would load the page for ever, as a blocker may hold the question back.
  () => {
    if (!isChoosing()) return;
    closeChoices();
    void loadAnew();
  },
);

/** Asks once when there is something to ask; the question's code is loaded then. */
export function ConsentHost({ asks }: { asks: boolean }) {
  const { decided, isChoosing: isOpened } = useConsent();
  const isAsked = useIsRunning() && asks && decided === null && !hasPrivacySignal();
  const question = useQuestion(isOpened || isAsked);
  return question?.({ asks, isAsked });
}
