import { countMails, type MailCounts } from '#modules/email/mail-log.queries.server.ts';
import { marketingReport } from '#modules/analytics/marketing-report.server.ts';
import type {
  BackInStockReport,
  CodeSales,
  EmailCounts,
  ReminderReport,
  ReviewRequestReport,
} from '#modules/analytics/marketing-report.queries.server.ts';
import { reminderCountsDays, reminderEveryDays } from '#modules/marketing/automations.ts';
import { notifiedCountsDays } from '#modules/marketing/email-capture.ts';
import { formatCount, formatUsd } from '#shared/money.ts';

import type { Route } from './+types/automations.ts';
import { AutomationOutcome } from './automation-outcome.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { DescriptionList, AdminPage, Panel } from './components/page.tsx';
import { PeriodChoice, periodOf, periodStart } from './components/period-choice.tsx';

export const loader = adminLoader(async ({ ctx: { db, now }, request }) => {
  const days = periodOf(request);
  const since = periodStart(now(), days);
  const [report, mails] = await Promise.all([
    marketingReport(db, since),
    countMails(db, ['capture_code', 'back_in_stock'], since),
  ]);
  return { days, ...report, mails };
});

function Stopped({ lately, ever }: { lately: number; ever: number }) {
  return (
    <Panel title="Unsubscribed">
      <DescriptionList
        facts={[
          ['In this period', formatCount(lately)],
          ['All time', formatCount(ever)],
        ]}
      />
      <p className="mt-4 text-sm text-soft">
        One click in a reminder or review request stops all marketing emails. Order emails still go out.
      </p>
    </Panel>
  );
}

const mailText = ({ sent, waiting, failed }: MailCounts) =>
  `${formatCount(sent)} sent, ${formatCount(waiting)} waiting, ${formatCount(failed)} failed`;

const notSent = ({ stopped, waiting, failed }: EmailCounts) =>
  [
    ['Not sent (unsubscribed)', formatCount(stopped)],
    ['Queued', formatCount(waiting)],
    ['Failed', formatCount(failed)],
  ] as const;

function Reminders({ report }: { report: ReminderReport }) {
  const { due, sent, brought, revenueCents, spared, withdrawn } = report;
  return (
    <AutomationOutcome
      title="Abandoned-checkout reminders"
      empty="No reminders were due in this period."
      steps={[
        { name: 'Due', count: due },
        { name: 'Sent', count: sent, of: due },
        { name: `Bought within ${reminderCountsDays} days`, count: brought, of: sent },
      ]}
      facts={[
        ['Revenue from these orders', formatUsd(revenueCents)],
        ...notSent(report),
        [`Not sent (had one in the last ${reminderEveryDays} days)`, formatCount(spared)],
        ['Cancelled before sending', formatCount(withdrawn)],
      ]}
    >
      {`Counts paid and free orders placed within ${reminderCountsDays} days of the reminder, with or without its link. Revenue excludes refunds. A reminder is cancelled if the customer buys, unsubscribes or deletes their account first.`}
    </AutomationOutcome>
  );
}

function ReviewRequests({ report }: { report: ReviewRequestReport }) {
  const { due, sent, reviewed, withdrawn } = report;
  return (
    <AutomationOutcome
      title="Review requests"
      empty="No review requests were due in this period."
      steps={[
        { name: 'Due', count: due },
        { name: 'Sent', count: sent, of: due },
        { name: 'Reviewed', count: reviewed, of: sent },
      ]}
      facts={[...notSent(report), ['Taken back', formatCount(withdrawn)]]}
    >
      Counts reviews that signed-in customers wrote after the request, about a product in that order. Each review counts
      once, for the most recent request. Guest reviews aren’t linked to an order, so they aren’t counted. A request is
      cancelled if the customer unsubscribes or deletes their account first.
    </AutomationOutcome>
  );
}

type CodesProps = { report: CodeSales; title: string; empty: string; begun: string; children: string };

function Codes({ report, begun, mails, ...rest }: CodesProps & { mails?: MailCounts }) {
  const { given: issued, used, revenueCents, discountCents } = report;
  return (
    <AutomationOutcome
      {...rest}
      steps={[
        { name: begun, count: issued },
        { name: 'Used', count: used, of: issued },
      ]}
      facts={[
        ['Revenue from these orders', formatUsd(revenueCents)],
        ['Discount given', formatUsd(discountCents)],
        ...(mails === undefined ? [] : [['Code emails', mailText(mails)] as const]),
      ]}
    />
  );
}

function CaptureCodes(props: { report: CodeSales; mails: MailCounts }) {
  return (
    <Codes {...props} title="Subscriber codes" empty="No codes were issued in this period." begun="Issued">
      Counts codes issued to subscribers, including new codes in back-in-stock notices. “Used” counts paid and free
      orders with the code, not unfinished checkouts. Revenue excludes refunds. A resent email counts again.
    </Codes>
  );
}

function ExitOffers(props: { report: CodeSales }) {
  return (
    <Codes {...props} title="Exit offers" empty="No exit offers were made in this period." begun="Offered">
      Offers in checkouts started in this period. Each has one code, shown on the page and not emailed. Counted the same
      way as subscriber codes.
    </Codes>
  );
}

function BackInStock({ report, mails }: { report: BackInStockReport; mails: MailCounts }) {
  const { waiting, notified, bought, revenueCents } = report;
  return (
    <AutomationOutcome
      title="Back-in-stock notices"
      empty="No notices were sent in this period."
      standing={[['Waiting now', formatCount(waiting)]]}
      steps={[
        { name: 'Notified', count: notified },
        { name: `Bought within ${notifiedCountsDays} days`, count: bought, of: notified },
      ]}
      facts={[
        ['Revenue from these orders', formatUsd(revenueCents)],
        ['Emails', mailText(mails)],
      ]}
    >
      {`Counts paid and free orders placed within ${notifiedCountsDays} days of the notice, with or without its code.`}
    </AutomationOutcome>
  );
}

export default function AutomationsPage({ loaderData }: Route.ComponentProps) {
  const { days, reminders, requests, captures, exits, backInStock, stopped, mails } = loaderData;
  return (
    <AdminPage
      title="Automations"
      lead="Emails and offers the shop sends automatically, and their results. Days use the shop’s time zone and include today. No personal data is shown."
      buttons={<PeriodChoice days={days} />}
    >
      <div className="grid gap-5 xl:grid-cols-2">
        <Reminders report={reminders} />
        <ReviewRequests report={requests} />
        <CaptureCodes report={captures} mails={mails.capture_code} />
        <ExitOffers report={exits} />
        <BackInStock report={backInStock} mails={mails.back_in_stock} />
        <Stopped {...stopped} />
      </div>
    </AdminPage>
  );
}
