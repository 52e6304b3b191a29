import { Link } from 'react-router';

import { claimLedger, claims, type Claim, type ClaimProof } from '#content/claims.ts';
import { benefits, device, evidence, howItWorks, limits, spectrum } from '#content/science.ts';
import { Heading, Part } from '#ui/heading.tsx';
import { half, Picture } from '#ui/picture.tsx';

import { Sections } from './sections.tsx';

const colours = ['#6d28d9', '#2563eb', '#0891b2', '#16a34a', '#eab308', '#f97316', '#dc2626', '#7f1d1d'];
const places = [0, 17, 30, 43, 58, 68, 78, 100];
const width = 1_000;

/** Visible spectrum with the product's range highlighted. Null for a product without one. */
export function Spectrum() {
  if (spectrum === null) return null;
  const { from, to, ours, title, text, ends } = spectrum;
  const placeOf = (nanometres: number) => ((nanometres - from) / (to - from)) * width;
  const [left, right] = [placeOf(ours.from), placeOf(ours.to)];
  return (
    <section aria-labelledby="spectrum" className="mt-16 rounded-card border border-line bg-white p-6 md:mt-20 md:p-12">
      <Heading id="spectrum" title={title} className="text-4xl" />
      <p className="mt-3 max-w-[65ch] text-soft">{text}</p>
      <p aria-hidden="true" className="mt-8 pr-[6.6%] text-right font-display text-2xl text-berry">
        {ours.label}
      </p>
      <svg
        viewBox={`0 0 ${width} 90`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2 h-16 w-full md:h-20"
      >
        <linearGradient id="visible-light">
          {colours.map((colour, index) => (
            <stop key={colour} offset={`${places[index] ?? 0}%`} stopColor={colour} />
          ))}
        </linearGradient>
        <rect y="22" width={width} height="46" rx="8" fill="url(#visible-light)" opacity="0.35" />
        <rect x={left} y="8" width={right - left} height="74" rx="8" fill="#e11d48" />
      </svg>
      <p aria-hidden="true" className="mt-2 flex justify-between text-sm text-soft">
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
    </section>
  );
}

function Proof({ proof }: { proof: ClaimProof }) {
  if (proof.kind === 'shop' || proof.kind === 'maker') return <span>{proof.text}</span>;
  const look = 'text-berry underline underline-offset-4';
  if (proof.kind === 'page') {
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

/** Every public claim with its evidence. `samples` are the claims of a demo shop. */
export function ClaimLedger({ samples }: { samples: readonly Claim[] }) {
  const { title, lead, parts } = claimLedger;
  return (
    <Part id="claims" title={title} lead={lead} className="mt-20 md:mt-28">
      <table className="mt-8 w-full text-left max-md:block">
        <thead className="max-md:sr-only">
          <tr className="text-sm text-soft">
            <th scope="col" className="w-1/2 pb-2 font-medium">
              {parts.claim}
            </th>
            <th scope="col" className="pb-2 font-medium">
              {parts.proof}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line max-md:block">
          {[...claims, ...samples].map(({ id, says, proof }) => (
            <tr key={id} className="max-md:block max-md:py-4">
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
    </Part>
  );
}

const gap = 'mt-20 md:mt-28';

export function HowItWorks() {
  return (
    <Part id="how" title={howItWorks.title} lead={howItWorks.lead} className="pt-16 md:pt-24">
      <ul className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {howItWorks.items.map(({ title, text }) => (
          <li key={title} className="border-t border-gold/50 pt-5">
            <h3 className="text-3xl">{title}</h3>
            <p className="mt-2">{text}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function Benefits() {
  return (
    <Part id="benefits" title={benefits.title} lead={benefits.lead} className={gap}>
      <ul className="mt-8 grid gap-5 md:grid-cols-3">
        {benefits.items.map(({ title, asked: question, open }) => (
          <li key={title} className="flex flex-col rounded-card bg-blush p-7">
            <h3 className="text-3xl">{title}</h3>
            <p className="mb-5 mt-3">{question}</p>
            <p className="mt-auto border-t border-gold/40 pt-4 text-soft">
              <span className="font-medium text-wine">{benefits.stillOpen} </span>
              <span>{open}</span>
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function SourceCard({ source }: { source: (typeof evidence.sources)[number] }) {
  const rows = [
    { label: evidence.parts.what, text: source.what },
    { label: evidence.parts.result, text: source.result },
    { label: evidence.parts.limit, text: source.limit },
  ];
  return (
    <li className="rounded-card border border-line bg-white p-7 md:p-10">
      <p className="text-sm font-medium text-copper">{source.kind}</p>
      <h3 className="mt-2 text-2xl leading-snug md:text-3xl">{source.title}</h3>
      <p className="mt-2 text-soft">{source.cited}</p>
      <dl className="mt-6 grid gap-6 md:grid-cols-3">
        {rows.map(({ label, text }) => (
          <div key={label}>
            <dt className="font-medium text-wine">{label}</dt>
            <dd className="mt-1">{text}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

export function Evidence() {
  return (
    <Part id="evidence" title={evidence.title} lead={evidence.lead} className={gap}>
      <ul className="mt-8 space-y-5">
        {evidence.sources.map((source) => (
          <SourceCard key={source.title} source={source} />
        ))}
      </ul>
    </Part>
  );
}

export function Limits() {
  return (
    <div className={`${gap} flex justify-center rounded-card bg-petal/50 p-7 md:p-14`}>
      <Sections sections={[limits]} />
    </div>
  );
}

export function DeviceFacts() {
  return (
    <section aria-labelledby="device" className={`${gap} grid items-center gap-10 md:grid-cols-2 md:gap-16`}>
      <div>
        <Heading id="device" title={device.title} lead={device.lead} />
        <dl className="mt-6">
          {device.facts.map(({ label, value }) => (
            <div
              key={label}
              className="flex flex-wrap justify-between gap-x-6 border-b border-line py-3 first:border-t"
            >
              <dt className="text-soft">{label}</dt>
              <dd className="font-medium tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-5 text-sm text-soft">{device.note}</p>
      </div>
      <Picture {...device.picture} sizes={half} className="w-full rounded-card" />
    </section>
  );
}
