import { ageAdvice, expectations, firstDays, named, openings, quiz, results } from '#content/quiz.ts';

import { headlineFor, resultFor, type CompleteAnswers } from './quiz.ts';

export type Plan = ReturnType<typeof planFor>;

/** The shopper's answers as one line: 'For uneven tone, 18–29, first device'. */
function answersLine({ primaryConcern, age, experience }: CompleteAnswers): string {
  return `For ${named.primaryConcern[primaryConcern]}, ${named.age[age]}, ${named.experience[experience]}`;
}

/** Texts of the result, on the page and in the email. */
export function planFor(answers: CompleteAnswers) {
  const { headline, ...page } = results[resultFor(answers, quiz)];
  return {
    ...page,
    kicker: answersLine(answers),
    headline: headlineFor(headline, answers.age, quiz),
    opening: openings[answers.primaryConcern],
    advice: ageAdvice[answers.age],
    start: firstDays[answers.experience],
    expectation: expectations[answers.timeline],
  };
}
