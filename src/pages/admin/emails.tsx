import { emailConsent } from '#modules/marketing/email-consent.ts';
import { stopEmailsTo, stoppedEmails, wantsEmails } from '#modules/marketing/automations.server.ts';
import {
  captureTriggers,
  findCapture,
  listCaptures,
  type CaptureRow,
} from '#modules/marketing/list-captures.server.ts';
import { shortMoment } from '#shared/shop-time.ts';

import { done, adminAction, refused } from '../forms/form-action.server.ts';
import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/emails.ts';
import { ConfirmedForm } from './components/folded-form.tsx';
import { List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { FileLink, Page, Panel } from './components/page.tsx';

export const loader = adminLoader(async ({ ctx, query }) => {
  const trigger = query.choice('from', captureTriggers);
  const byConsent = query.choice('show', ['wanted', 'stopped']) === 'wanted' ? wantsEmails : stoppedEmails;
  const list = await query.list((limits) =>
    listCaptures(ctx.db, { trigger, which: (left) => byConsent(ctx.db, left), ...limits }),
  );
  return { list, triggers: [...captureTriggers], filter: query.filter, hasStopped: byConsent === stoppedEmails };
});

export const action = adminAction('/admin/emails', {
  /**
   * Unsubscribes a person who asked by replying to a mail.
   * The consent text promises that a reply is enough.
   */
  async stop({ ctx, actor, id }) {
    const capture = await findCapture(ctx.db, id);
    if (capture === null) return refused('This address is not kept any more.');
    await stopEmailsTo(ctx, actor, capture.email);
    return done('This address gets no more emails but those about its orders.');
  },
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const cameFrom: Record<string, string> = {
  newsletter: 'Newsletter box',
  manual: 'Discount button',
  'exit-intent': 'Leaving the page',
  'time-based': 'Dialog after a while',
  'scroll-based': 'Dialog while reading',
  'sold-out': 'Sold-out product',
};

const showWords = { wanted: 'Want emails', stopped: 'Have stopped them' };

const columns: Column<CaptureRow>[] = [
  { title: 'Email', isHead: true, render: ({ email }) => <span className="font-medium break-all">{email}</span> },
  { title: 'Came from', render: ({ trigger }) => cameFrom[trigger] ?? trigger },
  { title: 'Code', render: ({ discountPercent }) => (discountPercent === 0 ? 'None' : `${discountPercent}% off`) },
  { title: 'Agreed to', render: ({ consentVersion }) => consentVersion },
  { title: 'Agreed at', render: ({ createdAt }) => shortMoment(createdAt) },
];

const stopColumn: Column<CaptureRow> = {
  title: 'Stop',
  render: ({ id, email }) => (
    <ConfirmedForm
      label="Stop emails…"
      question={`Send ${email} no more reminders, review requests or newsletters? You can’t undo this.`}
      name="stop"
      id={id}
      submit="Stop emails"
    />
  ),
};

export default function EmailsPage({ loaderData: { list, triggers, filter, hasStopped } }: Route.ComponentProps) {
  const options = triggers.map((value) => ({ value, label: value === '' ? 'Everywhere' : (cameFrom[value] ?? value) }));
  return (
    <Page
      title="Subscribers"
      lead="Addresses that visitors left, with what they agreed to and when. Nobody may write to who has stopped emails since; the file leaves them out."
      buttons={<FileLink to={`/admin/emails.csv${filter}`} />}
    >
      <List
        list={list}
        caption="Subscribers"
        search={{ label: 'Email' }}
        choices={[
          { name: 'show', label: 'Show', options: optionsOf(showWords) },
          { name: 'from', label: 'Came from', options },
        ]}
        empty={{ title: 'No addresses here', first: 'Who asks for a code or the newsletter appears here.' }}
        columns={hasStopped ? columns : [...columns, stopColumn]}
      />
      <Panel title={`What version ${emailConsent.version} says`} className="mt-8 max-w-3xl">
        <p className="text-soft">For a code: “{emailConsent.capture}”</p>
        <p className="mt-2 text-soft">For the newsletter: “{emailConsent.newsletter}”</p>
      </Panel>
    </Page>
  );
}
