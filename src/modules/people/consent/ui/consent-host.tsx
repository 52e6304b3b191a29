import { useEffect, useState, type ComponentType } from 'react';

import { useIsRunning } from '#ui/use-is-running.ts';

import { hasPrivacySignal, useConsent } from './consent-store.ts';

export type QuestionProps = { asks: boolean };

/** Asks once when there is something to ask; the words are loaded when they are needed. */
export function ConsentHost({ asks }: QuestionProps) {
  const { decided, isChoosing } = useConsent();
  const [Question, setQuestion] = useState<ComponentType<QuestionProps> | null>(null);
  const isHere = useIsRunning();
  const isOpen = isHere && (isChoosing || (asks && decided === null && !hasPrivacySignal()));
  useEffect(() => {
    if (!isOpen || Question !== null) return;
    void import('./consent-question.tsx').then((loaded) => setQuestion(() => loaded.ConsentQuestion));
  }, [isOpen, Question]);
  return isOpen && Question !== null ? <Question asks={asks} /> : null;
}
