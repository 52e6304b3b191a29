/** Questions of the quiz, one key per step, and the answers it offers. */
export const choices = {
  primaryConcern: ['acne', 'aging', 'dullness', 'pigmentation', 'sensitivity', 'general'],
  age: ['18-29', '30-44', '45+'],
  experience: ['beginner', 'intermediate', 'advanced'],
  timeline: ['2-weeks', '1-month', '3-months'],
} as const;

export type QuestionKey = keyof typeof choices;
type Choice<Key extends QuestionKey = QuestionKey> = (typeof choices)[Key][number];
export type Answers = { readonly [Key in QuestionKey]?: Choice<Key> };
export type CompleteAnswers = Required<Answers>;
export type QuizState = { currentStep: number; answers: Answers };

export const questionKeys = ['primaryConcern', 'age', 'experience', 'timeline'] as const satisfies QuestionKey[];
/** Four questions and the result. */
const totalSteps = 5;

/** Returns the step clamped to 1 to 5. NaN becomes 1. */
function clampedStep(step: number): number {
  if (Number.isNaN(step)) return 1;
  return Math.min(Math.max(Math.trunc(step), 1), totalSteps);
}

/** Returns the question key of a step, or null for the result. */
export function questionOf(step: number): QuestionKey | null {
  return questionKeys[clampedStep(step) - 1] ?? null;
}

/** Progress in whole percent, based on the four questions. */
export function percentComplete(step: number): number {
  const questions = questionKeys.length;
  return Math.round((Math.min(clampedStep(step), questions) / questions) * 100);
}

function atStep({ answers }: QuizState, step: number): QuizState {
  return { currentStep: clampedStep(step), answers };
}

/** True when the current question is answered. Always false on the result. */
export function canGoNext({ currentStep, answers }: QuizState): boolean {
  const key = questionOf(currentStep);
  return key !== null && answers[key] !== undefined;
}

/** True from the second step on. */
export function canGoBack({ currentStep }: QuizState): boolean {
  return currentStep > 1;
}

export function nextStep(state: QuizState): QuizState {
  return atStep(state, state.currentStep + 1);
}

export function previousStep(state: QuizState): QuizState {
  return atStep(state, state.currentStep - 1);
}

/** Returns the answers with one of them set. Values that the quiz does not offer are ignored. */
export function answered(answers: Answers, key: QuestionKey, value: string): Answers {
  const offered: readonly string[] = choices[key];
  return offered.includes(value) ? { ...answers, [key]: value } : answers;
}

export function isComplete(answers: Answers): answers is CompleteAnswers {
  return questionKeys.every((key) => answers[key] !== undefined);
}

/**
 * Reads the quiz state from its query string. `isHeldBack` is true if an unanswered question
 * precedes the requested step.
 */
export function quizOf(query: URLSearchParams): QuizState & { isHeldBack: boolean } {
  const answers = questionKeys.reduce<Answers>((known, key) => answered(known, key, query.get(key) ?? ''), {});
  const requested = clampedStep(Number(query.get('step') ?? 1));
  const unanswered = questionKeys.findIndex((key) => answers[key] === undefined);
  const furthest = unanswered === -1 ? totalSteps : unanswered + 1;
  return { currentStep: Math.min(requested, furthest), answers, isHeldBack: requested > furthest };
}

/** Formats the state as the query string that `quizOf` reads. */
export function queryOf({ currentStep, answers }: QuizState): string {
  return new URLSearchParams({ step: String(currentStep), ...answers }).toString();
}

export type ResultPage = 'acne' | 'anti-aging' | 'prevention' | 'sensitive-skin';

const pageOfConcern = new Map<string, ResultPage>([
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
]);

const youngAge = '18-25';

type AgeAware = { ageAware: boolean };

/**
 * Age as the result pages know it. The quiz's own age ids match none of theirs unless `ageAware` is
 * on.
 */
function resultAge(age: string | undefined, { ageAware }: AgeAware): string | undefined {
  return ageAware && age === '18-29' ? youngAge : age;
}

type AnyAnswers = { readonly primaryConcern?: string; readonly age?: string };

/** Returns the result page of the answers, also for ids that the quiz itself does not offer. */
export function resultFor({ primaryConcern = '', age }: AnyAnswers, setting: AgeAware): ResultPage {
  const known = pageOfConcern.get(primaryConcern);
  if (known !== undefined) return known;
  return resultAge(age, setting) === youngAge ? 'prevention' : 'anti-aging';
}

type Headlines = { byDefault: string; byAge: Readonly<Record<string, string>> };

/** Returns the headline for an age, or the default one. */
export function headlineFor({ byDefault, byAge }: Headlines, age: string | undefined, setting: AgeAware): string {
  const named = resultAge(age, setting);
  return named !== undefined && Object.hasOwn(byAge, named) ? (byAge[named] ?? byDefault) : byDefault;
}
