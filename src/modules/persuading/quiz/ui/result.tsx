import type { ReactNode } from 'react';

import { quiz, results } from '#content/quiz.ts';
import type { Product } from '#modules/buying/catalog/rules.ts';
import { Price } from '#modules/buying/catalog/ui/price.tsx';
import { headlineFor, resultFor, type CompleteAnswers } from '#modules/persuading/quiz/rules.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Heading } from '#ui/heading.tsx';
import { CheckIcon } from '#ui/icons.tsx';

import { labelsOf } from './labels.ts';
import { Photograph } from './photograph.tsx';
import { Expectation, Facts, Routine } from './result-sections.tsx';

type ResultProps = {
  answers: CompleteAnswers;
  product: Product | null;
  /** The button that buys it. */
  buy: ReactNode;
};

function Said({ answers }: { answers: CompleteAnswers }) {
  return (
    <div className="mt-7">
      <h2 className="font-sans text-sm font-normal tracking-normal text-soft">{quiz.youSaid}</h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {labelsOf(answers).map((label) => (
          <li key={label} className="rounded-full border border-line bg-white px-4 py-1.5 text-sm">
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Offer({ product, buy }: { product: Product; buy: ReactNode }) {
  return (
    <div className="mt-8 space-y-4">
      <Price {...product} className="text-4xl font-medium" showSaving />
      <div className="max-w-sm">{buy}</div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
        {quiz.promises.map((promise) => (
          <li key={promise} className="flex items-center gap-1.5">
            <CheckIcon className="size-4 text-gold" /> {promise}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Opening({ answers, product, buy }: ResultProps) {
  const { headline, text, picture } = results[resultFor(answers, quiz)];
  return (
    <section className="grid lg:grid-cols-2">
      <Photograph picture={picture} className="h-64 sm:h-96 lg:order-2 lg:h-auto lg:min-h-[38rem]" />
      <div className="arrive px-4 py-10 sm:px-6 lg:ml-auto lg:w-full lg:max-w-[36rem] lg:py-16 lg:pr-14">
        <p className="text-sm uppercase tracking-[0.18em] text-copper">{quiz.resultTitle}</p>
        <h1 tabIndex={-1} className="mt-3 text-5xl outline-none md:text-6xl">
          {headlineFor(headline, answers.age, quiz)}
        </h1>
        <p className="mt-5 text-lg text-soft">{text}</p>
        <Said answers={answers} />
        {product === null ? null : <Offer product={product} buy={buy} />}
      </div>
    </section>
  );
}

function Closing({ buy }: { buy: ReactNode }) {
  return (
    <section aria-labelledby="closing" className="mx-auto max-w-3xl px-4 pt-20 text-center sm:px-6 md:pt-28">
      <Heading id="closing" title={quiz.closingTitle} className="text-5xl md:text-6xl" />
      <div className="mx-auto mt-8 max-w-sm">{buy}</div>
      <div className="mt-4 flex flex-wrap justify-center gap-x-2">
        <ButtonLink to="/product" look="quiet">
          {quiz.productLink}
        </ButtonLink>
        <ButtonLink to="/science" look="quiet">
          {quiz.scienceLink}
        </ButtonLink>
        <ButtonLink to="/quiz" look="quiet">
          Start over
        </ButtonLink>
      </div>
    </section>
  );
}

/** The page that the four answers lead to. */
export function Result({ answers, product, buy }: ResultProps) {
  const page = resultFor(answers, quiz);
  return (
    <>
      <Opening answers={answers} product={product} buy={buy} />
      <Routine page={page} experience={answers.experience} />
      <Facts page={page} />
      <Expectation page={page} timeline={answers.timeline} />
      <Closing buy={buy} />
    </>
  );
}
