import { Link } from 'react-router';
import { z } from 'zod';

import { recordChange } from '#modules/audit/audit-log.server.ts';
import { removeSamples, type RemovedSamples } from '#modules/sample-data/remove-samples.server.ts';
import { sampleRefusals } from '#modules/sample-data/sample-data.schema.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { Elements } from '#ui/elements.ts';

import { done, adminAction, parsed, refused, replyTo, type SentForm } from '../forms/form-action.server.ts';
import type { FormLayout } from '../forms/form-fields.tsx';
import type { Route } from './+types/launch.ts';
import {
  latestConfirmation,
  launchChecks,
  launchTexts,
  confirmableItems,
  listConfirmations,
} from './launch-checks.server.ts';
import {
  launchSections,
  checklistProgress,
  samplesItem,
  type Item,
  type ItemState,
  type Section,
} from './launch-checklist.ts';
import { StateBadge, type State } from './components/badge.tsx';
import { ConfirmedForm, FoldedForm } from './components/folded-form.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Empty, Page, Panel } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx }) => {
  const ticks = await listConfirmations(ctx.db);
  return {
    sections: launchSections(await launchChecks(ctx), ticks, await launchTexts(ctx)),
    ticked: [...ticks.keys()],
  };
});

async function note({ ctx, actor, values: { id = '' } }: SentForm, after: { note: string } | null) {
  if (!confirmableItems.includes(id)) return refused('There is no such item to confirm.');
  await inTransaction(ctx.db, async (tx) => {
    const before = (await latestConfirmation(tx, id))?.after ?? null;
    await recordChange(tx, actor, { action: 'launch.confirm', subject: `launch:${id}`, before, after });
  });
  return done(after === null ? 'Taken back.' : 'Confirmed, with your name and the time.');
}

/** Returns what was removed: '60 orders, 19 reviews'. */
const partsOf = (removed: RemovedSamples) =>
  Object.entries(removed)
    .map(([part, count]) => `${count} ${part}`)
    .join(', ');

async function removeSampleData({ ctx, actor }: SentForm) {
  const removed = await removeSamples(ctx, actor);
  return replyTo(removed, sampleRefusals, removed.ok ? `Removed: ${partsOf(removed.value)}.` : '');
}

const proof = 'Say where the proof is, in 3 to 300 characters.';

export const action = adminAction('/admin/launch', {
  confirm: parsed(z.object({ note: z.string(proof).min(3, proof).max(300, proof) }), note),
  take_back: (sent) => note(sent, null),
  remove_samples: removeSampleData,
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const states: Record<ItemState, State> = {
  done: ['good', 'Done'],
  missing: ['warn', 'Missing'],
  unknown: ['plain', 'Could not be checked'],
};

const fields: FormLayout = [{ name: 'note', label: 'Where the proof is, or who has checked it', maxLength: 300 }];

function Confirm({ item: { id, title } }: { item: Item }) {
  const what = (
    <>
      <span>Confirm</span>
      <span className="sr-only">{` ${title}`}</span>
      <span>…</span>
    </>
  );
  return <FoldedForm title={what} name="confirm" id={id} submit="Confirm" fields={fields} />;
}

/**
 * Next step of an open item. A button or a page mends it, or a person confirms it. Else it is a
 * setting of the process, which is checked again after a restart.
 */
function NextStep({ item }: { item: Item }) {
  if (item.id === samplesItem)
    return (
      <ConfirmedForm
        label="Remove the sample data…"
        question="Remove all sample orders, returns, reviews, messages and subscribers? They do not come back."
        name="remove_samples"
        submit="Remove the sample data"
      />
    );
  const { label, to } = item.step ?? { label: 'Check again', to: '/admin/launch' };
  if (item.isConfirmable) return <Confirm item={item} />;
  return (
    <Link
      to={to}
      aria-label={`${label}: ${item.title}`}
      className="inline-flex min-h-11 items-center text-berry underline-offset-4 hover:underline"
    >
      {label}
    </Link>
  );
}

function LaunchItem({ item, children }: { item: Item; children: Elements }) {
  const { title, state, detail, isConfirmable, step } = item;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-medium wrap-anywhere">
          {isConfirmable && step !== undefined ? (
            <Link to={step.to} className="text-berry underline-offset-4 hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        <StateBadge of={states[state]} />
      </div>
      <p className="wrap-anywhere text-soft first-letter:uppercase">{detail}</p>
      {children}
    </li>
  );
}

function OpenItems({ sections }: { sections: readonly Section[] }) {
  return sections.map(({ title, items }) => (
    <Panel key={title} title={title}>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <LaunchItem key={item.id} item={item}>
            <NextStep item={item} />
          </LaunchItem>
        ))}
      </ul>
    </Panel>
  ));
}

function DoneItems({ items, ticked }: { items: readonly Item[]; ticked: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <details className="rounded-card border border-line bg-white px-5 py-1 sm:px-6">
      <summary className="flex min-h-11 items-center font-medium">{`${items.length} done`}</summary>
      <ul className="divide-y divide-line py-3">
        {items.map((item) => (
          <LaunchItem key={item.id} item={item}>
            {ticked.includes(item.id) ? (
              <ConfirmedForm
                label="Take back…"
                question="The item counts as missing again. Take your word back?"
                name="take_back"
                id={item.id}
                submit="Take back"
              />
            ) : null}
          </LaunchItem>
        ))}
      </ul>
    </details>
  );
}

export default function LaunchPage({ loaderData: { sections, ticked } }: Route.ComponentProps) {
  const { open, done, all } = checklistProgress(sections);
  return (
    <Page
      title="Launch checklist"
      lead={`${done.length} of ${all} complete. What the shop cannot know, a person confirms.`}
    >
      <div className="grid max-w-4xl gap-6">
        {open.length === 0 ? <Empty title="Ready to open">Every item is done.</Empty> : <OpenItems sections={open} />}
        <DoneItems items={done} ticked={ticked} />
      </div>
    </Page>
  );
}
