import { ButtonLink } from '#ui/button.tsx';

import { Panel } from './components/page.tsx';
import type { Section } from './launch-checklist.ts';

type OpenStepsProps = { sections: readonly Section[]; done: number; all: number };

/** Open items of the launch checklist, each with the button that leads to its field. */
export function OpenSteps({ sections, done, all }: OpenStepsProps) {
  return (
    <div className="mb-8 grid max-w-4xl gap-6">
      <p className="text-soft">{`${done} of ${all} complete. This page shows the dashboard once you finish the setup in the launch checklist.`}</p>
      {sections.map(({ title, items }) => (
        <Panel key={title} title={title}>
          <ul className="divide-y divide-line">
            {items.map(({ id, title: name, detail, step = { label: 'Open the checklist', to: '/admin/launch' } }) => (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
              >
                <div className="min-w-0 flex-1 basis-60">
                  <p className="font-medium wrap-anywhere">{name}</p>
                  <p className="text-soft wrap-anywhere first-letter:uppercase">{detail}</p>
                </div>
                <ButtonLink to={step.to} look="second" aria-label={`${step.label}: ${name}`}>
                  {step.label}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  );
}
