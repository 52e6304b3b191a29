import type { Quiz } from '#modules/content/quiz.schema.ts';

import { choices, type QuestionKey } from '../quiz.ts';

export type ChoiceCard = { id: string; label: string; text: string };

/** Answers of a question with their texts. */
export function cardsOf(key: QuestionKey, questions: Quiz['questions']): ChoiceCard[] {
  const texts: Readonly<Record<string, { label: string; text: string }>> = questions[key].choices;
  return choices[key].map((id) => ({ id, ...(texts[id] ?? { label: id, text: '' }) }));
}
