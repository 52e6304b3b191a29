import { emailConsent } from '#modules/marketing/email-consent.ts';
import { stopEmailsTo } from '#modules/marketing/automations.server.ts';
import { stoppedEmails, wantsEmails } from '#modules/marketing/automations.queries.server.ts';
import { captureTriggers } from '#modules/marketing/list-captures.server.ts';
import { findCapture, listCaptures, type CaptureRow } from '#modules/marketing/email-capture.queries.server.ts';
import { formatDateTime } from '#shared/shop-time.ts';

import { final, formSuccess, adminAction, formError } from '../forms/form-action.server.ts';
import { optionsOf } from '../forms/form-fields.tsx';
import type { Route } from './+types/subscribers.ts';
import { ConfirmedForm } from './components/collapsible-form.tsx';
import { List, type Column } from './components/list.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { FileLink, AdminPage, Panel } from './components/page.tsx';

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
  stop: final(async ({ ctx, actor, id }) => {
    const capture = await findCapture(ctx.db, id);
    if (capture === null) return formError('This subscriber no longer exists.');
    await stopEmailsTo(ctx, actor, capture.email);
    return formSuccess('Unsubscribed. This address now gets order emails only.');
  }),
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const cameFrom: Record<string, string> = {
  newsletter: 'Newsletter form',
  manual: 'Discount button',
  'exit-intent': 'Exit pop-up',
  'time-based': 'Timed pop-up',
  'scroll-based': 'Scroll pop-up',
  'sold-out': 'Back-in-stock form',
};

const showWords = { wanted: 'Subscribed', stopped: 'Unsubscribed' };

const columns: Column<CaptureRow>[] = [
  {
    title: 'Email',
    sortBy: 'email',
    isHead: true,
    render: ({ email }) => <span className="font-medium break-all">{email}</span>,
  },
  { title: 'Source', render: ({ trigger }) => cameFrom[trigger] ?? trigger },
  { title: 'Code', render: ({ discountPercent }) => (discountPercent === 0 ? 'None' : `${discountPercent}% off`) },
  { title: 'Consent version', render: ({ consentVersion }) => consentVersion },
  { title: 'Consent date', sortBy: '-agreed', render: ({ createdAt }) => formatDateTime(createdAt) },
];

const stopColumn: Column<CaptureRow> = {
  title: 'Actions',
  render: ({ id, email }) => (
    <ConfirmedForm
      label="Unsubscribe…"
      question={`Unsubscribe ${email} from reminders, review requests and newsletters? You can’t undo this.`}
      name="stop"
      id={id}
      submit="Unsubscribe"
    />
  ),
};

export default function EmailsPage({ loaderData: { list, triggers, filter, hasStopped } }: Route.ComponentProps) {
  const options = triggers.map((value) => ({
    value,
    label: value === '' ? 'All sources' : (cameFrom[value] ?? value),
  }));
  return (
    <AdminPage
      title="Subscribers"
      lead="Email addresses with what each person agreed to and when. Don’t email people who unsubscribed. The export leaves them out."
      buttons={<FileLink to={`/admin/emails.csv${filter}`} />}
    >
      <List
        list={list}
        caption="Subscribers"
        search={{ label: 'Email' }}
        choices={[
          { name: 'show', label: 'Show', options: optionsOf(showWords) },
          { name: 'from', label: 'Source', options },
        ]}
        empty={{
          title: 'No matching subscribers',
          first: 'People who sign up for a code or the newsletter appear here.',
        }}
        columns={hasStopped ? columns : [...columns, stopColumn]}
      />
      <Panel title={`Consent wording, version ${emailConsent.version}`} className="mt-8 max-w-3xl">
        <p className="text-soft">For a code: “{emailConsent.capture}”</p>
        <p className="mt-2 text-soft">For the newsletter: “{emailConsent.newsletter}”</p>
      </Panel>
    </AdminPage>
  );
}
