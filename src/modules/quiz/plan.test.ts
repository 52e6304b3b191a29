import { expect, test } from 'vitest';

import { quiz } from '#content/quiz.ts';
import { quizSchema } from '#modules/content/quiz.schema.ts';

import { planFor } from './plan.ts';
import { choices, questionKeys, type CompleteAnswers } from './quiz.ts';

const { questions, plan } = quizSchema.parse(quiz);

const combinations = choices.primaryConcern.flatMap((primaryConcern) =>
  choices.age.flatMap((age) =>
    choices.experience.flatMap((experience) =>
      choices.timeline.map((timeline): CompleteAnswers => ({ primaryConcern, age, experience, timeline })),
    ),
  ),
);

test('every combination of answers has a plan without a missing text', () => {
  expect(combinations).toHaveLength(162);
  for (const answers of combinations) {
    const { kicker, headline, opening, advice, text, care, steps, start, expectation } = planFor(answers, plan);
    expect([kicker, opening].join(' ')).toMatch(/^For .+, .+, .+ You said .+\. .+/);
    expect(headline).toMatch(/^Your plan: one /);
    expect(JSON.stringify([advice, text, care, start.text, expectation.text, steps])).not.toContain('null');
    expect(steps).toHaveLength(3);
  }
});

test('each concern has its own first sentence, and each age its own advice', () => {
  const plans = combinations.map((answers) => planFor(answers, plan));
  expect(new Set(plans.map(({ opening }) => opening)).size).toBe(6);
  expect(new Set(plans.map(({ advice }) => advice)).size).toBe(3);
});

test('each answer that the quiz offers has texts that the owner edits', () => {
  for (const key of questionKeys) expect(Object.keys(questions[key].choices)).toEqual([...choices[key]]);
});
