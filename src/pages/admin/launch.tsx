import { launchClaims, legalTexts } from '#content/launch.ts';
import { site } from '#content/site.ts';
import { actorOf, recordChange } from '#modules/audit/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { typedOf } from '#shared/typed.ts';
import { isAnswered, sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/launch.ts';
import { refused, saved } from './forms/answer.ts';
import { launchFacts, tickable, ticksOf } from './launch/facts.server.ts';
import { LaunchItem } from './launch/item.tsx';
import { launchSections, progressOf } from './launch/rules.ts';
import { Notice } from './parts/notice.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const ticks = await ticksOf(ctx.db);
  return {
    sections: launchSections(await launchFacts(ctx), ticks, { claims: launchClaims, legalTexts }),
    ticked: [...ticks.keys()],
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const typed = typedOf(await request.formData());
  const { form = '', id = '', what, note = '' } = typed;
  const isTaken = what === 'take_back';
  if (!tickable.includes(id)) return refused(form, { typed, message: 'There is no such item to confirm.' });
  if (!isTaken && (note.length < 3 || note.length > 300)) {
    const message = 'Say where the proof is, in 3 to 300 characters.';
    return refused(form, { typed, message, issues: { note: message } });
  }
  const change = { action: 'launch.confirm', subject: `launch:${id}`, before: null, after: isTaken ? null : { note } };
  await inTransaction(ctx.db, (tx) => recordChange(tx, actorOf(visitor), change));
  return saved(form, isTaken ? 'Taken back.' : 'Confirmed, with your name and the time.');
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `Launch checklist | Admin | ${site.name}` }];

export default function LaunchPage({ loaderData: { sections, ticked }, actionData }: Route.ComponentProps) {
  const { done, all } = progressOf(sections);
  return (
    <>
      <PageHeader
        title="Launch checklist"
        lead={`${done} of ${all} are done. What the shop cannot know, a person confirms.`}
      />
      <Notice outcome={actionData?.outcome} />
      <div className="grid max-w-4xl gap-6">
        {sections.map(({ title, items }) => (
          <Panel key={title} title={title}>
            <ul className="divide-y divide-line">
              {items.map((one) => (
                <LaunchItem
                  key={`${one.id} ${one.state}`}
                  item={one}
                  isTicked={ticked.includes(one.id)}
                  answer={actionData}
                />
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  );
}
