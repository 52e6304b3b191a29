import type { ReactNode } from 'react';

import { expectations, firstDays, openings, quiz, results } from '#content/quiz.ts';
import type { Product } from '#modules/catalog/product.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import { headlineFor, resultFor, type Choice, type CompleteAnswers, type ResultPage } from '../quiz.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CheckList } from '#ui/check-list.tsx';
import { Heading } from '#ui/heading.tsx';
import { CheckIcon } from '#ui/icons.tsx';
import { Picture } from '#ui/picture.tsx';

import { labelsOf } from './labels.ts';
import { Photograph } from './photograph.tsx';

/** The routine in three steps, and how to start with it. */
function Routine({ page, experience }: { page: ResultPage; experience: Choice<'experience'> }) {
  const start = firstDays[experience];
  return (
    <section aria-labelledby="routine" className="mx-auto max-w-6xl px-4 pt-20 sm:px-6 md:pt-28">
      <Heading id="routine" title={quiz.routineTitle} className="text-center text-5xl text-pretty md:text-6xl" />
      <ol className="mt-12 grid gap-10 md:grid-cols-3 md:gap-8">
        {results[page].steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-5 border-t border-petal pt-6 md:block">
            <p aria-hidden="true" className="w-10 shrink-0 font-display text-6xl leading-none text-gold md:w-auto">
              {index + 1}
            </p>
            <div>
              <h3 className="text-3xl md:mt-4">{title}</h3>
              <p className="mt-2 text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-14 grid overflow-hidden rounded-card bg-white shadow-lift md:grid-cols-2">
        <Picture
          {...quiz.startPicture}
          sizes="(min-width: 1152px) 35rem, (min-width: 768px) 50vw, 100vw"
          className="aspect-[4/3] size-full object-cover"
        />
        <div className="self-center p-7 md:p-12">
          <h3 className="text-3xl md:text-4xl">{start.title}</h3>
          <p className="mt-3 text-soft md:text-lg">{start.text}</p>
        </div>
      </div>
    </section>
  );
}

/** Figures of the device for this result. */
function Facts({ page }: { page: ResultPage }) {
  return (
    <section aria-labelledby="facts" className="mt-20 bg-blush py-16 md:mt-28 md:py-20">
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <Heading id="facts" title={quiz.factsTitle} className="text-center text-4xl md:text-5xl" />
        <dl className="mt-10 grid gap-8 text-center sm:grid-cols-3">
          {results[page].facts.map(({ figure, text }) => (
            <div key={figure} className="flex flex-col-reverse justify-end">
              <dt className="mx-auto mt-2 max-w-60 text-soft">{text}</dt>
              <dd className="font-display text-5xl leading-none">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** Expected results by the chosen time, and precautions. */
function Expectation({ page, timeline }: { page: ResultPage; timeline: Choice<'timeline'> }) {
  const { title, text, points } = expectations[timeline];
  return (
    <section aria-labelledby="expect" className="mx-auto max-w-6xl px-4 pt-20 sm:px-6 md:pt-28">
      <div className="grid gap-10 lg:grid-cols-[3fr_2fr] lg:gap-16">
        <div>
          <Heading id="expect" title={quiz.expectTitle} />
          <h3 className="mt-8 text-3xl text-copper">{title}</h3>
          <p className="mt-3 text-lg text-soft">{text}</p>
          <CheckList items={points} />
        </div>
        <aside aria-labelledby="care" className="self-start rounded-card border border-line bg-white p-7 md:p-8">
          <Heading id="care" title={quiz.careTitle} className="text-3xl" />
          <p className="mt-3 text-soft">{results[page].care}</p>
          <p className="mt-4 text-sm text-soft">{quiz.imageNote}</p>
        </aside>
      </div>
    </section>
  );
}

type ResultProps = {
  answers: CompleteAnswers;
  product: Product | null;
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
            <CheckIcon className="size-4 text-gold" />
            <span>{promise}</span>
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
        <p className="mt-5 text-lg">{openings[answers.primaryConcern]}</p>
        <p className="mt-2 text-lg text-soft">{text}</p>
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
