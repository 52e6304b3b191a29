import { Link } from 'react-router';
import { z } from 'zod';

import { editConflictMessage } from '#modules/audit/audit-log.ts';
import { recordChange } from '#modules/audit/audit-log.server.ts';
import { removeSamples, type RemovedSamples } from '#modules/sample-data/remove-samples.server.ts';
import { finishLaunch, isLaunching } from '#modules/settings/launch.server.ts';
import { sampleRefusals } from '#modules/sample-data/sample-data.schema.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import type { ElementChildren } from '#ui/element-children.ts';

import {
  final,
  formSuccess,
  adminAction,
  withParsedFields,
  formError,
  replyFromResult,
  type SentForm,
} from '../forms/form-action.server.ts';
import type { FormLayout } from '../forms/form-fields.tsx';
import type { Route } from './+types/launch.ts';
import { latestConfirmation, confirmableItems, readChecklist } from './launch-checks.server.ts';
import { checklistProgress, samplesItem, type Item, type ItemState, type Section } from './launch-checklist.ts';
import { StateBadge, type State } from './components/badge.tsx';
import { ConfirmedForm, CollapsibleForm } from './components/collapsible-form.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { Empty, AdminPage, Panel } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx }) => {
  return { ...(await readChecklist(ctx)), isSettingUp: await isLaunching(ctx) };
});

async function note({ ctx, actor, values: { id = '' } }: SentForm, after: { note: string } | null) {
  if (!confirmableItems.includes(id)) return formError('This item can’t be confirmed. Reload the page.');
  await inTransaction(ctx.db, async (tx) => {
    const before = (await latestConfirmation(tx, id))?.after ?? null;
    await recordChange(tx, actor, { action: 'launch.confirm', subject: `launch:${id}`, before, after });
  });
  return formSuccess(after === null ? 'Confirmation removed.' : 'Confirmed. Your name and the time were recorded.');
}

/** Returns what was removed: '60 orders, 19 reviews'. */
const partsOf = (removed: RemovedSamples) =>
  Object.entries(removed)
    .map(([part, count]) => `${count} ${part}`)
    .join(', ');

async function removeSampleData({ ctx, actor }: SentForm) {
  const removed = await removeSamples(ctx, actor);
  return replyFromResult(removed, sampleRefusals, removed.ok ? `Removed: ${partsOf(removed.value)}.` : '');
}

const proof = 'Enter where the proof is, in 3 to 300 characters.';

const finishRefusals = { changed_meanwhile: editConflictMessage };

export const action = adminAction('/admin/launch', {
  confirm: withParsedFields(z.object({ note: z.string(proof).min(3, proof).max(300, proof) }), note),
  take_back: final((sent) => note(sent, null)),
  remove_samples: final(removeSampleData),
  finish: final(async ({ ctx, actor }) =>
    replyFromResult(
      await finishLaunch(ctx, actor),
      finishRefusals,
      'Setup finished. Your home page is the dashboard now.',
    ),
  ),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const states: Record<ItemState, State> = {
  done: ['good', 'Done'],
  missing: ['warn', 'To do'],
  unknown: ['plain', 'Can’t check'],
};

const fields: FormLayout = [{ name: 'note', label: 'Where to find the proof, or who checked it', maxLength: 300 }];

function Confirm({ item: { id, title } }: { item: Item }) {
  const what = (
    <>
      <span>Confirm</span>
      <span className="sr-only">{` ${title}`}</span>
      <span>…</span>
    </>
  );
  return <CollapsibleForm title={what} name="confirm" id={id} submit="Confirm" fields={fields} />;
}

/**
 * Next step of an open item. A button or a page mends it, or a person confirms it. Else it is a
 * setting of the process, which is checked again after a restart.
 */
function NextStep({ item }: { item: Item }) {
  if (item.id === samplesItem)
    return (
      <ConfirmedForm
        label="Remove sample data…"
        question="Remove all sample orders, returns, reviews, messages and subscribers? This can’t be undone."
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

function LaunchItem({ item, children }: { item: Item; children: ElementChildren }) {
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
                label="Undo…"
                question="This item goes back to the to-do list. Remove the confirmation?"
                name="take_back"
                id={item.id}
                submit="Remove confirmation"
              />
            ) : null}
          </LaunchItem>
        ))}
      </ul>
    </details>
  );
}

/** Ends the set-up, also with open items, which stay on this page. */
function Finish({ open }: { open: number }) {
  const left = open === 0 ? '' : ` ${open === 1 ? '1 item is' : `${open} items are`} still open and stay on this list.`;
  return (
    <Panel title="Finish the setup">
      <p className="mb-4 text-soft">Until then, your home page is this list. Afterwards it is the dashboard.</p>
      <ConfirmedForm
        label="Finish setup…"
        question={`Make the dashboard your home page?${left}`}
        name="finish"
        submit="Finish setup"
      />
    </Panel>
  );
}

export default function LaunchPage({ loaderData: { sections, ticked, isSettingUp } }: Route.ComponentProps) {
  const { open, done, all } = checklistProgress(sections);
  return (
    <AdminPage
      title="Launch checklist"
      lead={`${done.length} of ${all} complete. Some items need you to confirm them.`}
    >
      <div className="grid max-w-4xl gap-6">
        {open.length === 0 ? <Empty title="Ready to open">Every item is done.</Empty> : <OpenItems sections={open} />}
        <DoneItems items={done} ticked={ticked} />
        {isSettingUp ? <Finish open={all - done.length} /> : null}
      </div>
    </AdminPage>
  );
}
