import { z } from 'zod';

import { launchClaims, legalTexts } from '#content/launch.ts';
import { recordChange } from '#modules/ground/audit/service.server.ts';
import { inTransaction } from '#platform/db/transaction.server.ts';
import { isAnswered, sendAnswer } from '#ui/send-form.ts';

import { done, formAction, parsed, refused, type Sent } from '../forms/action.server.ts';
import type { Route } from './+types/launch.ts';
import { launchFacts, tickable, ticksOf } from './launch/facts.server.ts';
import { LaunchItem } from './launch/item.tsx';
import { launchSections, progressOf } from './launch/rules.ts';
import { adminLoader } from './parts/loader.server.ts';
import { Page, Panel } from './parts/page.tsx';

export const loader = adminLoader(async ({ ctx }) => {
  const ticks = await ticksOf(ctx.db);
  return {
    sections: launchSections(await launchFacts(ctx), ticks, { claims: launchClaims, legalTexts }),
    ticked: [...ticks.keys()],
  };
});

async function note({ ctx, actor, values: { id = '' } }: Sent, after: { note: string } | null) {
  if (!tickable.includes(id)) return refused('There is no such item to confirm.');
  const change = { action: 'launch.confirm', subject: `launch:${id}`, before: null, after };
  await inTransaction(ctx.db, (tx) => recordChange(tx, actor, change));
  return done(after === null ? 'Taken back.' : 'Confirmed, with your name and the time.');
}

const proof = 'Say where the proof is, in 3 to 300 characters.';

export const action = formAction({
  confirm: parsed(z.object({ note: z.string(proof).min(3, proof).max(300, proof) }), note),
  take_back: (sent) => note(sent, null),
});
export const clientAction = sendAnswer;
export const shouldRevalidate = isAnswered;

export default function LaunchPage({ loaderData: { sections, ticked } }: Route.ComponentProps) {
  const progress = progressOf(sections);
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
