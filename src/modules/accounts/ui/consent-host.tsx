import { reloadPage } from '#ui/reload-page.ts';
import { createLazyHook } from '#ui/store.ts';
import { useIsHydrated } from '#ui/use-hydrated.ts';

import type { ConsentQuestionProps } from './consent-question.tsx';
import { closeChoices, hasPrivacySignal, isChoosing, useConsent } from './consent-store.ts';

const useQuestion = createLazyHook(
  async () => {
    const { ConsentQuestion } = await import('./consent-question.tsx');
    return (props: ConsentQuestionProps) => <ConsentQuestion {...props} />;
  },
  // Called when the code cannot be loaded. Reloads only after a press: a blocker that holds back an
  // automatic question would otherwise cause an endless reload.
  () => {
    if (!isChoosing()) return;
    closeChoices();
    void reloadPage();
  },
);

/** Prompts once if there is something to ask. The question's code is loaded at that moment. */
export function ConsentHost({ asks }: { asks: boolean }) {
  const { decided, isChoosing: isOpened } = useConsent();
  const isPrompted = useIsHydrated() && asks && decided === null && !hasPrivacySignal();
  const question = useQuestion(isOpened || isPrompted);
  return question?.({ asks, isAsked: isPrompted });
}
