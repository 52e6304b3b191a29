import { startTransition, useOptimistic, useRef, type RefObject } from 'react';
import { Form, Link, useNavigate } from 'react-router';

import type { Quiz } from '#modules/content/quiz.schema.ts';
import {
  answered,
  canGoBack,
  canGoNext,
  nextStep,
  percentComplete,
  previousStep,
  queryOf,
  questionKeys,
  type Answers,
  type QuestionKey,
  type QuizState,
} from '../quiz.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { ArrowLeftIcon, ArrowRightIcon, CheckIcon } from '#ui/icons.tsx';
import { useOnHydrated, useIsHydrated } from '#ui/use-hydrated.ts';

import { cardsOf, type ChoiceCard } from './labels.ts';

const widths = ['w-1/4', 'w-2/4', 'w-3/4', 'w-full'];

/** Progress of the quiz, as text and as a bar. */
function Progress({ step }: { step: number }) {
  const label = `Step ${step} of ${questionKeys.length}`;
  const percent = percentComplete(step);
  return (
    <div>
      <div className="flex justify-between text-sm text-soft">
        <span>{label}</span>
        <span>{`${percent}% complete`}</span>
      </div>
      <div
        role="progressbar"
        aria-label="Quiz progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${label}, ${percent}% complete`}
        className="mt-2 h-1.5 overflow-hidden rounded-full bg-petal forced-colors:border"
      >
        <div
          className={classes(
            'h-full rounded-full bg-rose transition-[width] duration-200 forced-colors:bg-[Highlight]',
            widths[step - 1],
          )}
        />
      </div>
    </div>
  );
}

type CardProps = { name: string; card: ChoiceCard; checked: boolean; onChoose: (id: string) => void };

/** Radio button as large as its card. */
function Card({ name, card: { id, label, text }, checked, onChoose }: CardProps) {
  const key = `${name}-${id}`;
  return (
    <div
      className={classes(
        'relative flex items-start gap-2 rounded-[18px] border bg-white p-3 sm:gap-3 transition-colors duration-150',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-rose',
        'border-line hover:border-gold has-checked:border-berry has-checked:bg-blush',
      )}
    >
      <input
        type="radio"
        id={key}
        name={name}
        value={id}
        checked={checked}
        onChange={() => onChoose(id)}
        aria-describedby={`${key}-text`}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-[18px] outline-none"
      />
      <span className="mt-0.5 flex size-5 shrink-0 items-center justify-center rounded-full border border-gold text-white peer-not-checked:[&>svg]:invisible peer-checked:border-berry peer-checked:bg-berry">
        <CheckIcon className="size-3.5" />
      </span>
      <span className="min-w-0">
        <label htmlFor={key} className="block font-medium leading-snug">
          {label}
        </label>
        <span id={`${key}-text`} className="block text-sm leading-snug text-soft">
          {text}
        </span>
      </span>
    </div>
  );
}

type ChoiceCardsProps = {
  name: string;
  cards: readonly ChoiceCard[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

function ChoiceCards({ name, cards, chosen, onChoose }: ChoiceCardsProps) {
  return (
    <div
      className={classes(
        'grid gap-3',
        cards.length > 3 && 'grid-cols-[repeat(auto-fit,minmax(min(100%,max(9.5rem,40%)),1fr))]',
      )}
    >
      {cards.map((card) => (
        <Card key={card.id} name={name} card={card} checked={card.id === chosen} onChoose={onChoose} />
      ))}
    </div>
  );
}

/**
 * The answer of this step. It is shown at once and stored in the address, so that a reload restores
 * it.
 */
function useAnswer({ currentStep, answers }: QuizState, key: QuestionKey, form: RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate();
  const [chosen, show] = useOptimistic<string | undefined>(answers[key]);
  const choose = (value: string) => {
    const query = queryOf({ currentStep, answers: answered(answers, key, value) });
    startTransition(async () => {
      show(value);
      await navigate(`/quiz?${query}`, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false });
    });
  };
  // Applies an answer chosen before hydration or restored by the browser.
  useOnHydrated(() => {
    const picked = form.current?.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value;
    if (picked !== undefined && picked !== answers[key]) choose(picked);
  });
  return { chosen, choose };
}

function HiddenAnswers({ answers, except }: { answers: Answers; except?: QuestionKey }) {
  return questionKeys.map((key) =>
    key === except || answers[key] === undefined ? null : (
      <input key={key} type="hidden" name={key} value={answers[key]} />
    ),
  );
}

function Controls({ state, canContinue }: { state: QuizState; canContinue: boolean }) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      {canGoBack(state) ? (
        <Button type="submit" form="quiz-back" name="step" value={previousStep(state).currentStep} look="second">
          <ArrowLeftIcon />
          <span>Back</span>
        </Button>
      ) : null}
      <Button
        type="submit"
        name="step"
        value={nextStep(state).currentStep}
        disabled={!canContinue}
        className="flex-1 sm:flex-none sm:px-12"
      >
        <span>Next</span>
        <ArrowRightIcon />
      </Button>
      {canGoBack(state) ? (
        <Link
          to="/quiz"
          className="py-3 text-sm text-berry underline underline-offset-4 max-sm:w-full max-sm:text-center sm:ml-auto"
        >
          Start over
        </Link>
      ) : null}
    </div>
  );
}

const plain = { method: 'get', action: '/quiz', defaultShouldRevalidate: false } as const;

type QuestionStepProps = {
  texts: Quiz['questions'];
  state: QuizState;
  question: QuestionKey;
  isHeldBack: boolean;
};

/** One question with its answers, as a form that submits to the next step's address. */
export function QuestionStep({ texts, state, question, isHeldBack }: QuestionStepProps) {
  const form = useRef<HTMLFormElement>(null);
  const isRunning = useIsHydrated();
  const { chosen, choose } = useAnswer(state, question, form);
  const now = { ...state, answers: answered(state.answers, question, chosen ?? '') };
  const { title, text } = texts[question];
  const isUnanswered = isHeldBack && !canGoNext(now);
  return (
    <>
      <Progress step={state.currentStep} />
      <Form {...plain} ref={form} className="arrive mt-5">
        <HiddenAnswers answers={state.answers} except={question} />
        <fieldset aria-describedby="quiz-text">
          <legend>
            <h1 tabIndex={-1} className="text-[2.4rem] leading-[1.05] outline-none md:text-5xl">
              {title}
            </h1>
          </legend>
          <p id="quiz-text" className={classes('mb-4 mt-2', isUnanswered ? 'font-medium text-wine' : 'text-soft')}>
            {isUnanswered ? 'Choose one answer to continue.' : text}
          </p>
          <ChoiceCards name={question} cards={cardsOf(question, texts)} chosen={chosen} onChoose={choose} />
        </fieldset>
        <Controls state={state} canContinue={!isRunning || canGoNext(now)} />
      </Form>
      {canGoBack(state) ? (
        <Form {...plain} id="quiz-back">
          <HiddenAnswers answers={state.answers} />
        </Form>
      ) : null}
    </>
  );
}
