import type { Quiz } from '#modules/content/quiz.schema.ts';

import { headlineFor, resultFor, type CompleteAnswers, type ResultPage } from './quiz.ts';

export type Plan = ReturnType<typeof planFor>;

/** If `ageAware` is true, ages 18-29 count as the young age of the result pages. */
const setting = { ageAware: false };

/** Headlines of the young age. The quiz does not offer it unless `ageAware` is true. */
const youngHeadlines: Readonly<Record<ResultPage, string>> = {
  acne: 'Your plan: one gentle minute for young skin',
  'anti-aging': 'Your plan: one minute, started early',
  prevention: 'Your plan: one minute to keep your glow',
  'sensitive-skin': 'Your plan: one soft minute for young, sensitive skin',
};

type PlanTexts = Quiz['plan'];

/** The shopper's answers as one line: 'For uneven tone, 18–29, first device'. */
function answersLine(named: PlanTexts['named'], { primaryConcern, age, experience }: CompleteAnswers): string {
  return `For ${named.primaryConcern[primaryConcern]}, ${named.age[age]}, ${named.experience[experience]}`;
}

/** Texts of the result, on the page and in the email. */
export function planFor(answers: CompleteAnswers, texts: PlanTexts) {
  const page = resultFor(answers, setting);
  const { headline: byDefault, ...result } = texts.results[page];
  return {
    ...result,
    kicker: answersLine(texts.named, answers),
    headline: headlineFor({ byDefault, byAge: { '18-25': youngHeadlines[page] } }, answers.age, setting),
    opening: texts.openings[answers.primaryConcern],
    advice: texts.ageAdvice[answers.age],
    start: texts.firstDays[answers.experience],
    expectation: texts.expectations[answers.timeline],
  };
}
