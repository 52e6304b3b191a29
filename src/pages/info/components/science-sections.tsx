import { Link } from 'react-router';

import { lightRange, visibleLight } from '#modules/content/wavelength-range.ts';
import type { Science } from '#modules/content/science.schema.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Heading, Part } from '#ui/heading.tsx';
import { ArrowRightIcon, ChevronIcon } from '#ui/icons.tsx';

import { Sections } from './sections.tsx';

const gap = 'mt-10 md:mt-20';

const colors = ['#6d28d9', '#2563eb', '#0891b2', '#16a34a', '#eab308', '#f97316', '#dc2626', '#7f1d1d'];
const places = [0, 17, 30, 43, 58, 68, 78, 100];
const width = 1_000;

const ends = ['400 nm, violet', '700 nm, deep red'];
const placeOf = (nanometers: number) =>
  ((nanometers - visibleLight.from) / (visibleLight.to - visibleLight.from)) * width;

/** Visible spectrum with the product's range highlighted. Null for a product without one. */
export function Spectrum({ spectrum: { range, title, text } }: Pick<Science, 'spectrum'>) {
  const light = lightRange(range);
  if (light === null) return null;
  const [left, right] = [placeOf(light.from), placeOf(light.to)];
  return (
    <section aria-labelledby="spectrum" className="mt-10 rounded-card border border-line bg-white p-5 md:mt-16 md:p-12">
      <Heading id="spectrum" title={title} className="text-3xl md:text-4xl" />
      <p className="mt-2 max-w-[65ch] text-soft">{text}</p>
      <p aria-hidden="true" className="mt-4 pr-[6.6%] text-right font-display text-2xl text-berry">
        {range}
      </p>
      <svg viewBox={`0 0 ${width} 90`} preserveAspectRatio="none" aria-hidden="true" className="h-14 w-full md:h-20">
        <linearGradient id="visible-light">
          {colors.map((color, index) => (
            <stop key={color} offset={`${places[index] ?? 0}%`} stopColor={color} />
          ))}
        </linearGradient>
        <rect y="22" width={width} height="46" rx="8" fill="url(#visible-light)" opacity="0.35" />
        <rect x={left} y="8" width={right - left} height="74" rx="8" fill="#e11d48" />
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-sm text-soft">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
    </section>
  );
}

/** A claim and its source: a text, a page of the shop or a publication. */
export type ShownClaim = { id: string; says: string; proof: { text: string } | { to: string; label: string } };

function Proof({ proof }: Pick<ShownClaim, 'proof'>) {
  if ('text' in proof) return <span>{proof.text}</span>;
  const look = 'text-berry underline underline-offset-4';
  if (proof.to.startsWith('/')) {
    return (
      <Link to={proof.to} className={look}>
        {proof.label}
      </Link>
    );
  }
  return (
    <a href={proof.to} target="_blank" rel="noreferrer" className={look}>
      <span>{proof.label}</span>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function Fold({ label }: { label: string }) {
  return (
    <summary className="inline-flex min-h-11 list-none items-center gap-2 font-medium text-berry underline underline-offset-4 [&::-webkit-details-marker]:hidden">
      <span>{label}</span>
      <ChevronIcon className="size-5 transition-transform duration-200 group-open:rotate-180" />
    </summary>
  );
}

type ClaimLedgerProps = Pick<Science, 'ledger'> & { claims: readonly ShownClaim[] };

/** Every public claim with its evidence. Folded, but browsers open it for a link to a claim. */
export function ClaimLedger({ ledger: { title, lead, specifications }, claims }: ClaimLedgerProps) {
  return (
    <Part id="claims" title={title} lead={lead} className={gap}>
      <details className="group mt-4">
        <Fold label="See every claim and its source" />
        <table className="w-full text-left max-md:block">
          <thead className="max-md:sr-only">
            <tr className="text-sm text-soft">
              <th scope="col" className="w-1/2 pb-2 font-medium">
                What we say
              </th>
              <th scope="col" className="pb-2 font-medium">
                Source
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-y border-line max-md:block">
            {claims.map(({ id, says, proof }) => (
              <tr key={id} id={`claim-${id}`} className="max-md:block max-md:py-4">
                <th scope="row" className="font-normal max-md:block md:py-3 md:pr-8">
                  {says}
                </th>
                <td className="text-soft max-md:mt-1 max-md:block md:py-3">
                  <Proof proof={proof} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <ButtonLink to="/product#specifications" look="quiet" className="-ml-7">
        <span>{`${specifications} `}</span>
        <ArrowRightIcon />
      </ButtonLink>
    </Part>
  );
}

export function HowItWorks({ howItWorks }: Pick<Science, 'howItWorks'>) {
  return (
    <Part id="how" title={howItWorks.title} lead={howItWorks.lead} className="pt-10 md:pt-20">
      <ul className="mt-5 grid gap-x-10 gap-y-4 sm:grid-cols-2 md:mt-8 md:gap-y-8">
        {howItWorks.items.map(({ title, text }) => (
          <li key={title} className="border-t border-gold/50 pt-3">
            <h3 className="text-2xl md:text-3xl">{title}</h3>
            <p className="mt-1">{text}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function Benefits({ benefits }: Pick<Science, 'benefits'>) {
  return (
    <Part id="benefits" title={benefits.title} lead={benefits.lead} className={gap}>
      <ul className="mt-5 grid gap-3 md:mt-8 md:grid-cols-3 md:gap-5">
        {benefits.items.map(({ title, asked: question, open }) => (
          <li key={title} className="flex flex-col rounded-card bg-blush p-4 md:p-7">
            <h3 className="text-2xl md:text-3xl">{title}</h3>
            <p className="mt-1 md:mt-3">{question}</p>
            {open === '' ? null : (
              <p className="mt-auto border-t border-gold/40 pt-2 text-soft">
                <span className="font-medium text-wine">Still open: </span>
                <span>{open}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Finding({ label, text }: { label: string; text: string }) {
  return (
    <p>
      <strong className="block font-medium text-wine">{label}</strong>
      <span>{text}</span>
    </p>
  );
}

function SourceCard({ source }: { source: Science['evidence']['sources'][number] }) {
  return (
    <li className="rounded-card border border-line bg-white p-5 md:p-8">
      <p className="text-sm font-medium text-copper">{source.kind}</p>
      <h3 className="mt-1 text-xl leading-snug md:text-2xl">{source.title}</h3>
      <p className="mt-1 text-sm text-soft">{source.cited}</p>
      <details className="group mt-1">
        <Fold label="Findings and limits" />
        <div className="mt-2 space-y-3">
          <Finding label="What was done" text={source.what} />
          <Finding label="What they report" text={source.result} />
          <Finding label="What it doesn’t say" text={source.limit} />
        </div>
      </details>
    </li>
  );
}

export function Evidence({ evidence }: Pick<Science, 'evidence'>) {
  return (
    <Part id="evidence" title={evidence.title} lead={evidence.lead} className={gap}>
      <ul className="mt-5 grid gap-3 md:mt-8 md:grid-cols-2 md:gap-5">
        {evidence.sources.map((source) => (
          <SourceCard key={source.title} source={source} />
        ))}
      </ul>
    </Part>
  );
}

type LimitsProps = Pick<Science, 'limits'> & { disclaimer: string };

export function Limits({ limits: { title, paragraphs }, disclaimer }: LimitsProps) {
  return (
    <div className={`${gap} flex justify-center rounded-card bg-petal/50 p-5 md:p-12`}>
      <Sections sections={[{ id: 'honest', title, blocks: [...paragraphs, disclaimer] }]} />
    </div>
  );
}
