import type { ReactNode } from 'react';

import type { Growth } from '#modules/analytics/figures.ts';

import { Badge, type Tone } from '../components/badge.tsx';

const tones: Record<Growth['direction'], Tone> = { up: 'good', down: 'warn', level: 'plain' };

type MetricCardProps = { label: string; value: string; growth?: Growth; children?: ReactNode };

/** One figure of the shop, with its change since last month. */
export function MetricCard({ label, value, growth, children }: MetricCardProps) {
  return (
    <div className="rounded-card border border-line bg-white p-5">
      <dt className="flex flex-wrap items-center justify-between gap-2 text-soft">
        <span>{label}</span>
        {growth === undefined ? null : <Badge tone={tones[growth.direction]}>{growth.text}</Badge>}
      </dt>
      <dd className="mt-1 font-display text-4xl">{value}</dd>
      {children === undefined ? null : <dd className="mt-1 text-sm text-soft">{children}</dd>}
    </div>
  );
}

export function Metrics({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl aria-label={label} className="mb-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {children}
    </dl>
  );
}
