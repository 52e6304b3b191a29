import { countMails, type MailCounts } from '#modules/email/mail-log.server.ts';
import {
  marketingReport,
  type BackInStockReport,
  type CodeSales,
  type EmailCounts,
  type ReminderReport,
  type ReviewRequestReport,
} from '#modules/analytics/marketing-report.server.ts';
import { reminderCountsDays, reminderEveryDays } from '#modules/marketing/automations.ts';
import { notifiedCountsDays } from '#modules/marketing/email-capture.ts';
import { formatCount, formatUsd } from '#shared/money.ts';

import type { Route } from './+types/automations.ts';
import { AutomationOutcome } from './automation-outcome.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { DescriptionList, Page, Panel } from './components/page.tsx';
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
          ['In these days', formatCount(lately)],
          ['In all', formatCount(ever)],
        ]}
      />
      <p className="mt-4 text-sm text-soft">
        One click in a reminder or review request ends them all for its reader; emails about an order still go out.
      </p>
    </Panel>
  );
}

const mailText = ({ sent, waiting, failed }: MailCounts) =>
  `${formatCount(sent)} sent, ${formatCount(waiting)} waiting, ${formatCount(failed)} failed`;

const notSent = ({ stopped, waiting, failed }: EmailCounts) =>
  [
    ['Not sent: unsubscribed', formatCount(stopped)],
    ['Waiting for the email server', formatCount(waiting)],
    ['Failed', formatCount(failed)],
  ] as const;

function Reminders({ report }: { report: ReminderReport }) {
  const { due, sent, brought, revenueCents, spared, withdrawn } = report;
  return (
    <AutomationOutcome
      title="Abandoned-checkout reminders"
      empty="No reminder was due in these days."
      steps={[
        { name: 'Due', count: due },
        { name: 'Sent', count: sent, of: due },
        { name: `Bought within ${reminderCountsDays} days`, count: brought, of: sent },
      ]}
      facts={[
        ['Revenue of these orders', formatUsd(revenueCents)],
        ...notSent(report),
        [`Not sent: had one in ${reminderEveryDays} days`, formatCount(spared)],
        ['Taken back', formatCount(withdrawn)],
      ]}
    >
      {`A reminder counts as bought when its address placed a paid or free order from the moment it was sent up to exactly ${reminderCountsDays} days later, whether or not its link was used; revenue is what these orders brought, less what went back. Taken back: the reader bought or unsubscribed before it left, or has deleted their account since.`}
    </AutomationOutcome>
  );
}

function ReviewRequests({ report }: { report: ReviewRequestReport }) {
  const { due, sent, reviewed, withdrawn } = report;
  return (
    <AutomationOutcome
      title="Review requests"
      empty="No review request was due in these days."
      steps={[
        { name: 'Due', count: due },
        { name: 'Sent', count: sent, of: due },
        { name: 'Reviewed', count: reviewed, of: sent },
      ]}
      facts={[...notSent(report), ['Taken back', formatCount(withdrawn)]]}
    >
      A request counts as reviewed when the buyer, signed in, wrote about a product of that order after it was sent; a
      review counts once, for the newest request before it. Guests’ reviews name no order: they are not in this number.
      Taken back: the reader unsubscribed before it left, or has deleted their account since.
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
        ['Revenue of these orders', formatUsd(revenueCents)],
        ['Discount given', formatUsd(discountCents)],
        ...(mails === undefined ? [] : [['Emails with a code', mailText(mails)] as const]),
      ]}
    />
  );
}

function CaptureCodes(props: { report: CodeSales; mails: MailCounts }) {
  return (
    <Codes {...props} title="Email capture codes" empty="No code was given in these days." begun="Given">
      Codes that were given for an address in these days, also those made anew for a back-in-stock notice, and the paid
      or free orders that used them; revenue is what these orders brought, less what went back. A code in a checkout
      that was not finished is not used. An email that was asked for again counts again.
    </Codes>
  );
}

function ExitOffers(props: { report: CodeSales }) {
  return (
    <Codes {...props} title="Exit offers" empty="No such offer was made in these days." begun="Offered">
      Offers in checkouts that were begun in these days: one code for each, shown on the page and not emailed. They are
      counted like the codes for an address.
    </Codes>
  );
}

function BackInStock({ report, mails }: { report: BackInStockReport; mails: MailCounts }) {
  const { waiting, notified, bought, revenueCents } = report;
  return (
    <AutomationOutcome
      title="Back-in-stock notices"
      empty="Nobody was told in these days."
      standing={[['Waiting now', formatCount(waiting)]]}
      steps={[
        { name: 'Told', count: notified },
        { name: `Bought within ${notifiedCountsDays} days`, count: bought, of: notified },
      ]}
      facts={[
        ['Revenue of these orders', formatUsd(revenueCents)],
        ['Emails', mailText(mails)],
      ]}
    >
      {`Someone who was told counts as having bought when their address placed a paid or free order from that moment up to exactly ${notifiedCountsDays} days later, with or without the code of the notice.`}
    </AutomationOutcome>
  );
}

export default function AutomationsPage({ loaderData }: Route.ComponentProps) {
  const { days, reminders, requests, captures, exits, backInStock, stopped, mails } = loaderData;
  return (
    <Page
      title="Automations"
      lead="What the shop sends and offers of its own accord, and what came of it. Days are in the shop’s time zone, today included; nobody is named."
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
    </Page>
  );
}
