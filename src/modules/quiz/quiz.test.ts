import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  answered,
  canGoBack,
  canGoNext,
  choices,
  headlineFor,
  isComplete,
  nextStep,
  percentComplete,
  previousStep,
  queryOf,
  questionKeys,
  questionOf,
  quizOf,
  resultFor,
  type Answers,
} from './quiz.ts';

const all: Answers = { primaryConcern: 'dullness', age: '30-44', experience: 'beginner', timeline: '1-month' };
const off = { ageAware: false };
const on = { ageAware: true };

describe('the steps', () => {
  test.each([
    [1, 25, 'primaryConcern'],
    [2, 50, 'age'],
    [3, 75, 'experience'],
    [4, 100, 'timeline'],
    [5, 100, null],
  ])('step %d shows %d percent and asks for %s', (step, percent, key) => {
    expect([percentComplete(step), questionOf(step)]).toEqual([percent, key]);
  });

  test.each([1, 2, 3, 4])('Next on step %d requires its answer', (currentStep) => {
    const key = questionKeys[currentStep - 1] ?? 'age';
    const { [key]: _, ...others } = all;
    expect(canGoNext({ currentStep, answers: others })).toBe(false);
    expect(canGoNext({ currentStep, answers: all })).toBe(true);
    expect(nextStep({ currentStep, answers: all }).currentStep).toBe(currentStep + 1);
  });

  test('Next does nothing on the result', () => {
    expect(canGoNext({ currentStep: 5, answers: all })).toBe(false);
    expect(nextStep({ currentStep: 5, answers: all }).currentStep).toBe(5);
  });

  test('Back is hidden on step 1 and keeps every answer', () => {
    expect([1, 2, 3, 4, 5].filter((currentStep) => canGoBack({ currentStep, answers: {} }))).toEqual([2, 3, 4, 5]);
    expect(previousStep({ currentStep: 3, answers: all })).toEqual({ currentStep: 2, answers: all });
    expect(previousStep({ currentStep: 1, answers: all })).toEqual({ currentStep: 1, answers: all });
  });

  test('the address without a query is step 1 with no answers', () => {
    expect(quizOf(new URLSearchParams())).toEqual({ currentStep: 1, answers: {}, isHeldBack: false });
  });
});

describe('the answers', () => {
  test('an answer changes only its own field', () => {
    expect(answered(all, 'age', '45+')).toEqual({ ...all, age: '45+' });
  });

  test.each(['18-25', 'constructor', '', '30-44 '])('"%s" is not accepted as an age', (value) => {
    expect(answered({}, 'age', value)).toEqual({});
  });

  test('the quiz is complete with the fourth answer and not before', () => {
    expect(isComplete(all)).toBe(true);
    for (const key of questionKeys) {
      const { [key]: _, ...three } = all;
      expect(isComplete(three)).toBe(false);
    }
  });
});

const quizAt = (query: string) => quizOf(new URLSearchParams(query));
const complete = 'primaryConcern=acne&age=45%2B&experience=beginner&timeline=1-month';

describe('the address', () => {
  test.each([
    ['', 1, false],
    ['step=1', 1, false],
    ['step=0', 1, false],
    ['step=-1', 1, false],
    [`step=nonsense&${complete}`, 1, false],
    ['step=2', 1, true],
    ['step=5', 1, true],
    ['step=2&primaryConcern=acne', 2, false],
    ['step=3&primaryConcern=acne', 2, true],
    ['step=4&primaryConcern=acne&experience=beginner', 2, true],
    ['step=1&primaryConcern=acne&age=45%2B', 1, false],
    ['step=5&primaryConcern=acne&age=45%2B&experience=beginner', 4, true],
    [`step=0&${complete}`, 1, false],
    [`step=2.9&${complete}`, 2, false],
    [`step=3&${complete}`, 3, false],
    [`step=5&${complete}`, 5, false],
    [`step=6&${complete}`, 5, false],
    [`step=Infinity&${complete}`, 5, false],
    ['step=2&primaryConcern=wrinkles', 1, true],
  ])('/quiz?%s opens step %d', (query, step, isHeldBack) => {
    expect(quizAt(query)).toMatchObject({ currentStep: step, isHeldBack });
  });

  test('every reachable state survives its address', () => {
    const upTo = fc.record({
      primaryConcern: fc.constantFrom(...choices.primaryConcern),
      age: fc.constantFrom(...choices.age),
      experience: fc.constantFrom(...choices.experience),
      timeline: fc.constantFrom(...choices.timeline),
    });
    fc.assert(
      fc.property(upTo, fc.integer({ min: 1, max: 5 }), (answers, currentStep) => {
        expect(quizAt(queryOf({ currentStep, answers }))).toEqual({ currentStep, answers, isHeldBack: false });
      }),
    );
  });
});

const ages = ['18-29', '30-44', '45+', '18-25', undefined];
const named = [
  ['acne', 'acne'],
  ['breakouts', 'acne'],
  ['aging', 'anti-aging'],
  ['fine-lines', 'anti-aging'],
  ['wrinkles', 'anti-aging'],
  ['dullness', 'prevention'],
  ['glow', 'prevention'],
  ['prevention', 'prevention'],
  ['sensitivity', 'sensitive-skin'],
  ['redness', 'sensitive-skin'],
  ['irritation', 'sensitive-skin'],
] as const;

const answersWith = (primaryConcern: string, age: string | undefined) =>
  age === undefined ? { primaryConcern } : { primaryConcern, age };

describe('the result page', () => {
  test.each(named)('%s gives %s at every age', (concern, page) => {
    for (const age of ages) {
      expect(resultFor(answersWith(concern, age), off)).toBe(page);
      expect(resultFor(answersWith(concern, age), on)).toBe(page);
    }
  });

  const others = ['pigmentation', 'general', 'constructor', ''];
  test.each(
    others.flatMap((concern) => [
      [concern, '18-29', 'anti-aging', 'prevention'] as const,
      [concern, '30-44', 'anti-aging', 'anti-aging'] as const,
      [concern, '45+', 'anti-aging', 'anti-aging'] as const,
      [concern, '18-25', 'prevention', 'prevention'] as const,
      [concern, undefined, 'anti-aging', 'anti-aging'] as const,
    ]),
  )('"%s" at %s gives %s, and %s once the quiz is aware of age', (concern, age, plain, aware) => {
    expect(resultFor(answersWith(concern, age), off)).toBe(plain);
    expect(resultFor(answersWith(concern, age), on)).toBe(aware);
  });

  test('an empty quiz gives the anti-aging page', () => {
    expect(resultFor({}, off)).toBe('anti-aging');
  });
});

describe('the headline', () => {
  const headlines = { byDefault: 'For everyone', byAge: { '18-25': 'For the young' } };
  test.each([
    ['18-29', 'For everyone', 'For the young'],
    ['30-44', 'For everyone', 'For everyone'],
    ['45+', 'For everyone', 'For everyone'],
    ['18-25', 'For the young', 'For the young'],
    ['constructor', 'For everyone', 'For everyone'],
    [undefined, 'For everyone', 'For everyone'],
  ])('at %s it is "%s", and "%s" once the quiz is aware of age', (age, plain, aware) => {
    expect(headlineFor(headlines, age, off)).toBe(plain);
    expect(headlineFor(headlines, age, on)).toBe(aware);
  });
});
