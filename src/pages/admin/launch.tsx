import { Link } from 'react-router';
import { z } from 'zod';

import { recordChange } from '#modules/audit/audit-log.server.ts';
import { removeSamples, type RemovedSamples } from '#modules/sample-data/remove-samples.server.ts';
import { sampleRefusals } from '#modules/sample-data/sample-data.schema.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';

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
import { launchSections, checklistProgress, samplesItem, type Item, type ItemState } from './launch-checklist.ts';
import { StateBadge, type State } from './components/badge.tsx';
import { ConfirmedForm, FoldedForm } from './components/folded-form.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Page, Panel } from './components/page.tsx';

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
  return <FoldedForm title={what} name="confirm" id={id} submit="Confirm" className="mt-2" fields={fields} />;
}

function LaunchItem({ item, isTicked }: { item: Item; isTicked: boolean }) {
  const { id, title, state, detail, isConfirmable, to } = item;
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-medium wrap-anywhere">
          {to === undefined ? (
            title
          ) : (
            <Link to={to} className="py-1 text-berry underline underline-offset-4">
              {title}
            </Link>
          )}
        </p>
        <StateBadge of={states[state]} />
      </div>
      <p className="wrap-anywhere text-soft first-letter:uppercase">{detail}</p>
      {isConfirmable && !isTicked ? <Confirm item={item} /> : null}
      {id === samplesItem && state !== 'done' ? (
        <ConfirmedForm
          label="Remove the sample data…"
          question="Remove all sample orders, returns, reviews, messages and subscribers? They do not come back."
          name="remove_samples"
          submit="Remove the sample data"
        />
      ) : null}
      {isTicked ? (
        <ConfirmedForm
          label="Take back…"
          question="The item counts as missing again. Take your word back?"
          name="take_back"
          id={id}
          submit="Take back"
        />
      ) : null}
    </li>
  );
}

export default function LaunchPage({ loaderData: { sections, ticked } }: Route.ComponentProps) {
  const progress = checklistProgress(sections);
  return (
    <Page
      title="Launch checklist"
      lead={`${progress.done} of ${progress.all} are done. What the shop cannot know, a person confirms.`}
    >
      <div className="grid max-w-4xl gap-6">
        {sections.map(({ title, items }) => (
          <Panel key={title} title={title}>
            <ul className="divide-y divide-line">
              {items.map((one) => (
                <LaunchItem key={`${one.id} ${one.state}`} item={one} isTicked={ticked.includes(one.id)} />
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </Page>
  );
}
