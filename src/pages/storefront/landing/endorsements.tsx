import { Link } from 'react-router';

import type { Endorsements as Texts } from '#modules/content/endorsements.schema.ts';
import { longDay } from '#shared/shop-time.ts';
import { Heading, medium } from '#ui/heading.tsx';

import type { ShownEndorsements } from './landing-proof.ts';

type Marked<T> = T & Pick<ShownEndorsements, 'isSample'>;

/** Says that an entry is invented. */
function SampleMark({ isSample }: Pick<ShownEndorsements, 'isSample'>) {
  return isSample ? (
    <span className="rounded-full border border-line px-2 py-0.5 font-sans text-xs font-medium text-soft">Sample</span>
  ) : null;
}

type SourceProps = { to: string; label: string; about: string };

/** Link to the proof of an entry: a page of the shop, or another site in a new tab. */
function Source({ to, label, about }: SourceProps) {
  const look = 'inline-flex min-h-11 items-center text-sm text-berry underline underline-offset-4';
  const text = (
    <>
      <span>{label}</span>
      <span className="sr-only">{` ${about}`}</span>
    </>
  );
  return to.startsWith('/') ? (
    <Link to={to} className={look}>
      {text}
    </Link>
  ) : (
    <a href={to} target="_blank" rel="noreferrer" className={look}>
      {text}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

const maxLogoHeight = 32;

function Article({ name, logo, quote, to, isSample }: Marked<Texts['press'][number]>) {
  const width = Math.round((logo.width * maxLogoHeight) / logo.height);
  return (
    <figure className="flex h-full flex-col border-t border-gold/50 pt-3">
      <figcaption className="flex items-center gap-3 text-lg font-medium text-wine">
        {logo.src === '' ? (
          <span>{name}</span>
        ) : (
          <img src={logo.src} alt={name} width={width} height={maxLogoHeight} loading="lazy" />
        )}
        <SampleMark isSample={isSample} />
      </figcaption>
      <blockquote className="mt-2 flex-1 font-display text-2xl leading-snug">{quote}</blockquote>
      <Source to={to} label="Read the article" about={name} />
    </figure>
  );
}

function Expert({ name, title, sentence, isSample }: Marked<Texts['experts'][number]>) {
  return (
    <figure className="rounded-card bg-blush p-5 md:p-8">
      <blockquote className="font-display text-2xl leading-snug md:text-3xl">{sentence}</blockquote>
      <figcaption className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-medium">{name}</span>
        <span className="text-soft">{title}</span>
        <SampleMark isSample={isSample} />
      </figcaption>
    </figure>
  );
}

function UserTest({ figure, text, people, method, date, isSample }: Marked<Texts['tests'][number]>) {
  return (
    <div className="rounded-card bg-blush p-5 md:p-8">
      <p className="flex flex-wrap items-center gap-x-3">
        <strong className="font-display text-6xl font-medium text-wine md:text-7xl">{figure}</strong>
        <SampleMark isSample={isSample} />
      </p>
      <p className="mt-1 text-lg leading-snug">{text}</p>
      <p className="mt-2 text-sm text-soft">{`${people} people. ${method}. ${longDay(date)}.`}</p>
    </div>
  );
}

function Certificate({ name, to, isSample }: Marked<Texts['certificates'][number]>) {
  return (
    <li className="flex items-center gap-2 rounded-full border border-line bg-white px-3 md:px-4">
      <Source to={to} label={name} about="document" />
      <SampleMark isSample={isSample} />
    </li>
  );
}

/** Press, experts, user tests and certificates. On a phone the press scrolls sideways. */
export function Endorsements({ title, press, experts, tests, certificates, isSample }: ShownEndorsements) {
  return (
    <section aria-labelledby="endorsements" className="mx-auto max-w-6xl pt-12 md:pt-16">
      <div className="px-6">
        <Heading id="endorsements" title={title} className={medium} />
      </div>
      {press.length === 0 ? null : (
        <ul
          // A region that scrolls sideways must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
          tabIndex={0}
          aria-labelledby="endorsements"
          className="relative mt-5 flex snap-x snap-mandatory scroll-px-6 gap-5 overflow-x-auto px-6 [scrollbar-width:none] md:mt-8 md:grid md:grid-cols-3 md:gap-8"
        >
          {press.map((article) => (
            <li key={article.name} className="w-[78%] shrink-0 snap-start md:w-auto">
              <Article {...article} isSample={isSample} />
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 grid gap-4 px-6 md:mt-8 md:auto-cols-fr md:grid-flow-col md:gap-5">
        {tests.map((test) => (
          <UserTest key={test.figure} {...test} isSample={isSample} />
        ))}
        {experts.map((expert) => (
          <Expert key={expert.name} {...expert} isSample={isSample} />
        ))}
      </div>
      {certificates.length === 0 ? null : (
        <ul className="mt-4 flex flex-wrap gap-2 px-6 md:mt-5">
          {certificates.map((certificate) => (
            <Certificate key={certificate.name} {...certificate} isSample={isSample} />
          ))}
        </ul>
      )}
    </section>
  );
}
