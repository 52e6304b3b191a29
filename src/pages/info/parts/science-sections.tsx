import { benefits, device, evidence, howItWorks, limits } from '#content/science.ts';
import { Heading } from '#ui/heading.tsx';
import { Picture } from '#ui/picture.tsx';

import { Sections } from './sections.tsx';

const gap = 'mt-20 md:mt-28';

export function HowItWorks() {
  return (
    <section aria-labelledby="how" className="pt-16 md:pt-24">
      <Heading id="how" title={howItWorks.title} lead={howItWorks.lead} />
      <ul className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2">
        {howItWorks.items.map(({ title, text }) => (
          <li key={title} className="border-t border-gold/50 pt-5">
            <h3 className="text-3xl">{title}</h3>
            <p className="mt-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Benefits() {
  return (
    <section aria-labelledby="benefits" className={gap}>
      <Heading id="benefits" title={benefits.title} lead={benefits.lead} />
      <ul className="mt-8 grid gap-5 md:grid-cols-3">
        {benefits.items.map(({ title, asked, open }) => (
          <li key={title} className="flex flex-col rounded-card bg-blush p-7">
            <h3 className="text-3xl">{title}</h3>
            <p className="mb-5 mt-3">{asked}</p>
            <p className="mt-auto border-t border-gold/40 pt-4 text-soft">
              <span className="font-medium text-wine">{benefits.stillOpen} </span>
              {open}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Source = (typeof evidence.sources)[number];

function SourceCard({ source }: { source: Source }) {
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
    <section aria-labelledby="evidence" className={gap}>
      <Heading id="evidence" title={evidence.title} lead={evidence.lead} />
      <ul className="mt-8 space-y-5">
        {evidence.sources.map((source) => (
          <SourceCard key={source.title} source={source} />
        ))}
      </ul>
    </section>
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
      <Picture
        {...device.picture}
        sizes="(min-width: 1152px) 34rem, (min-width: 768px) 50vw, 100vw"
        className="w-full rounded-card"
      />
    </section>
  );
}
