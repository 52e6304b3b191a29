import { useRef } from 'react';
import { Form, Link } from 'react-router';

import { questions, quiz } from '#content/quiz.ts';
import {
  answered,
  canGoBack,
  canGoNext,
  nextStep,
  previousStep,
  questionKeys,
  type Answers,
  type QuestionKey,
  type QuizState,
} from '#modules/persuading/quiz/rules.ts';
import { Button } from '#ui/button.tsx';
import { ArrowLeftIcon, ArrowRightIcon } from '#ui/icons.tsx';
import { useIsRunning } from '#ui/use-is-running.ts';

import { ChoiceCards } from './choice-cards.tsx';
import { cardsOf } from './labels.ts';
import { Progress } from './progress.tsx';
import { useAnswer } from './use-answer.ts';

function Kept({ answers, except }: { answers: Answers; except?: QuestionKey }) {
  return questionKeys.map((key) =>
    key === except || answers[key] === undefined ? null : (
      <input key={key} type="hidden" name={key} value={answers[key]} />
    ),
  );
}

function Controls({ state, canContinue }: { state: QuizState; canContinue: boolean }) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 md:mt-8">
      {canGoBack(state) ? (
        <Button type="submit" form="quiz-back" name="step" value={previousStep(state).currentStep} look="second">
          <ArrowLeftIcon /> Back
        </Button>
      ) : null}
      <Button
        type="submit"
        name="step"
        value={nextStep(state).currentStep}
        disabled={!canContinue}
        className="flex-1 sm:flex-none sm:px-12"
      >
        Next <ArrowRightIcon />
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

type QuestionStepProps = { state: QuizState; question: QuestionKey; isHeldBack: boolean };

/** One question with its answers: a form that asks for the next step's address. */
export function QuestionStep({ state, question, isHeldBack }: QuestionStepProps) {
  const form = useRef<HTMLFormElement>(null);
  const isRunning = useIsRunning();
  const { chosen, choose } = useAnswer(state, question, form);
  const now = { ...state, answers: answered(state.answers, question, chosen ?? '') };
  const { title, text } = questions[question];
  const isUnanswered = isHeldBack && !canGoNext(now);
  return (
    <>
      <Progress step={state.currentStep} />
      <Form {...plain} ref={form} className="arrive mt-6 md:mt-8">
        <Kept answers={state.answers} except={question} />
        <fieldset aria-describedby={isUnanswered ? 'quiz-text quiz-unanswered' : 'quiz-text'}>
          <legend>
            <h1 tabIndex={-1} className="text-[2.4rem] leading-[1.05] outline-none md:text-6xl">
              {title}
            </h1>
          </legend>
          <p id="quiz-text" className="mb-5 mt-2 text-soft md:mb-6 md:mt-3 md:text-lg">
            {text}
          </p>
          {isUnanswered ? (
            <p id="quiz-unanswered" className="mb-4 rounded-xl border border-berry/30 bg-blush px-4 py-3 text-wine">
              {quiz.unanswered}
            </p>
          ) : null}
          <ChoiceCards name={question} cards={cardsOf(question)} chosen={chosen} onChoose={choose} />
        </fieldset>
        <Controls state={state} canContinue={!isRunning || canGoNext(now)} />
      </Form>
      {canGoBack(state) ? (
        <Form {...plain} id="quiz-back">
          <Kept answers={state.answers} />
        </Form>
      ) : null}
    </>
  );
}
