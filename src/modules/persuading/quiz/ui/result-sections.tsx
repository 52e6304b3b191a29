import { expectations, firstDays, quiz, results } from '#content/quiz.ts';
import type { Choice, ResultPage } from '#modules/persuading/quiz/rules.ts';
import { CheckList } from '#ui/check-list.tsx';
import { Heading } from '#ui/heading.tsx';
import { Picture } from '#ui/picture.tsx';

/** The minute in three steps, and how to begin with it. */
export function Routine({ page, experience }: { page: ResultPage; experience: Choice<'experience'> }) {
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

/** What the device brings to this answer. */
export function Facts({ page }: { page: ResultPage }) {
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

/** What can be expected by then, and what the device is not. */
export function Expectation({ page, timeline }: { page: ResultPage; timeline: Choice<'timeline'> }) {
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
