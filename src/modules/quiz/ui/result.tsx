import type { ReactNode } from 'react';

import type { Product } from '#modules/catalog/product.ts';
import { Price } from '#modules/catalog/ui/price.tsx';
import type { Quiz } from '#modules/content/quiz.schema.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CheckList } from '#ui/check-list.tsx';
import type { ElementChildren } from '#ui/element-children.ts';
import { Heading } from '#ui/heading.tsx';
import { CheckIcon } from '#ui/icons.tsx';

import { planFor, type Plan } from '../plan.ts';
import type { CompleteAnswers } from '../quiz.ts';
import { Photograph } from './photograph.tsx';

type Headings = Quiz['result'];

type OfferProps = { promises: readonly string[]; product: Product; buy: ReactNode };

function Offer({ promises, product, buy }: OfferProps) {
  return (
    <div className="mt-4 space-y-3 md:mt-6">
      <Price {...product} className="text-3xl font-medium md:text-4xl" showSaving />
      <div className="max-w-sm">{buy}</div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
        {promises.map((promise) => (
          <li key={promise} className="flex items-center gap-1.5">
            <CheckIcon className="size-4 text-gold" />
            <span>{promise}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type ResultProps = {
  texts: Pick<Quiz, 'plan' | 'result'>;
  answers: CompleteAnswers;
  product: Product | null;
  buy: ReactNode;
  /** Form that emails the plan. */
  mail: ElementChildren;
};

type OpeningProps = Omit<OfferProps, 'product'> & { plan: Plan; product: Product | null };

function Opening({ plan, promises, product, buy }: OpeningProps) {
  return (
    <section className="grid lg:grid-cols-2">
      <Photograph picture={plan.picture} className="h-36 sm:h-56 lg:order-2 lg:h-auto lg:min-h-132" />
      <div className="arrive w-full max-w-[36rem] px-4 py-4 sm:px-6 lg:ml-auto lg:self-center lg:py-8 lg:pr-14">
        <p className="text-sm font-medium text-copper">{plan.kicker}</p>
        <h1
          tabIndex={-1}
          className="mt-2 text-[2.4rem] leading-[1.05] text-pretty outline-none md:text-6xl lg:text-balance"
        >
          {plan.headline}
        </h1>
        <p className="mt-3 leading-snug md:mt-5 md:text-lg">{plan.opening}</p>
        {product === null ? null : <Offer promises={promises} product={product} buy={buy} />}
      </div>
    </section>
  );
}

/** The routine in three steps. */
function Routine({ title, plan }: { title: string; plan: Plan }) {
  return (
    <section aria-labelledby="routine" className="mx-auto max-w-6xl px-4 pt-14 sm:px-6 md:pt-24">
      <Heading id="routine" title={title} lead={plan.text} />
      <ol className="mt-6 grid gap-5 md:mt-10 md:grid-cols-3 md:gap-8">
        {plan.steps.map((step, index) => (
          <li key={step.title} className="flex gap-5 border-t border-petal pt-4">
            <p aria-hidden="true" className="w-6 shrink-0 font-display text-5xl leading-none text-gold">
              {index + 1}
            </p>
            <div>
              <h3 className="text-2xl">{step.title}</h3>
              <p className="mt-1 text-soft">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** First days, precautions, and the form that emails the plan. */
function Start({ careTitle, plan, mail }: { careTitle: string; plan: Plan; mail: ElementChildren }) {
  const card = 'rounded-card border border-line bg-white p-6';
  return (
    <div className="mx-auto mt-8 grid max-w-6xl gap-5 px-4 sm:px-6 md:mt-12 md:grid-cols-2 md:gap-8">
      <div className="grid gap-5">
        <div className={card}>
          <h3 className="text-3xl">{plan.start.title}</h3>
          <p className="mt-2 text-soft">{plan.start.text}</p>
        </div>
        <aside aria-labelledby="care" className={card}>
          <h3 id="care" className="text-3xl">
            {careTitle}
          </h3>
          <p className="mt-2 text-soft">{plan.care}</p>
        </aside>
      </div>
      {mail}
    </div>
  );
}

/** Advice for the shopper's age, and figures of the device for this result. */
function Facts({ title, plan }: { title: string; plan: Plan }) {
  return (
    <section aria-labelledby="facts" className="mt-14 bg-blush py-10 md:mt-24 md:py-14">
      <div className="mx-auto max-w-6xl px-4 sm:px-6">
        <Heading id="facts" title={title} lead={plan.advice} />
        <dl className="mt-6 grid gap-4 sm:grid-cols-3 sm:gap-8">
          {plan.facts.map(({ figure, text }) => (
            <div
              key={figure}
              className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] items-baseline gap-x-4 sm:flex sm:flex-col-reverse sm:justify-end"
            >
              <dt className="order-last text-soft sm:order-none">{text}</dt>
              <dd className="font-display text-3xl leading-none sm:text-4xl lg:text-5xl">{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** Expected results by the chosen time. */
function Expectation({ title, expectation }: { title: string; expectation: Plan['expectation'] }) {
  return (
    <section aria-labelledby="expect" className="mx-auto max-w-6xl px-4 pt-14 sm:px-6 md:pt-24">
      <Heading id="expect" title={title} />
      <div className="mt-4 grid gap-4 md:grid-cols-2 md:gap-8">
        <div>
          <h3 className="text-3xl text-copper">{expectation.title}</h3>
          <p className="mt-2 text-soft md:text-lg">{expectation.text}</p>
        </div>
        <CheckList items={expectation.points} className="space-y-2" />
      </div>
    </section>
  );
}

function Closing({ texts, buy }: { texts: Headings; buy: ReactNode }) {
  return (
    <section aria-labelledby="closing" className="mx-auto max-w-3xl px-4 pt-14 text-center sm:px-6 md:pt-24">
      <Heading id="closing" title={texts.closingTitle} />
      <div className="mx-auto mt-6 max-w-sm">{buy}</div>
      <div className="mt-3 flex flex-wrap justify-center">
        <ButtonLink to="/product" look="quiet">
          {texts.productLink}
        </ButtonLink>
        <ButtonLink to="/science" look="quiet">
          {texts.scienceLink}
        </ButtonLink>
        <ButtonLink to="/quiz" look="quiet">
          Start over
        </ButtonLink>
      </div>
    </section>
  );
}

export function Result({ texts, answers, product, buy, mail }: ResultProps) {
  const plan = planFor(answers, texts.plan);
  const { promises, routineTitle, careTitle, factsTitle, expectTitle } = texts.result;
  return (
    <>
      <Opening plan={plan} promises={promises} product={product} buy={buy} />
      <Routine title={routineTitle} plan={plan} />
      <Start careTitle={careTitle} plan={plan} mail={mail} />
      <Facts title={factsTitle} plan={plan} />
      <Expectation title={expectTitle} expectation={plan.expectation} />
      <Closing texts={texts.result} buy={buy} />
    </>
  );
}
