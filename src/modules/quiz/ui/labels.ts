import { questions } from '#content/quiz.ts';
import { choices, questionKeys, type Answers, type QuestionKey } from '../quiz.ts';

export type ChoiceCard = { id: string; label: string; text: string };

/** Answers of a question with their texts. */
export function cardsOf(key: QuestionKey): ChoiceCard[] {
  const texts: Readonly<Record<string, { label: string; text: string }>> = questions[key].choices;
  return choices[key].map((id) => ({ id, ...(texts[id] ?? { label: id, text: '' }) }));
}

/** Labels of the shopper's answers, in the order of the questions. */
export function labelsOf(answers: Answers): string[] {
  return questionKeys.flatMap((key) => cardsOf(key).filter(({ id }) => id === answers[key])).map(({ label }) => label);
}
