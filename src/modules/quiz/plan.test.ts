import { expect, test } from 'vitest';

import { planFor } from './plan.ts';
import { choices, type CompleteAnswers } from './quiz.ts';

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
    const { kicker, headline, opening, advice, text, care, steps, start, expectation } = planFor(answers);
    expect([kicker, opening].join(' ')).toMatch(/^For .+, .+, .+ You said .+\. .+/);
    expect(headline).toMatch(/^Your plan: one /);
    expect(JSON.stringify([advice, text, care, start.text, expectation.text, steps])).not.toContain('null');
    expect(steps).toHaveLength(3);
  }
});

test('each concern has its own first sentence, and each age its own advice', () => {
  const plans = combinations.map((answers) => planFor(answers));
  expect(new Set(plans.map(({ opening }) => opening)).size).toBe(6);
  expect(new Set(plans.map(({ advice }) => advice)).size).toBe(3);
});
