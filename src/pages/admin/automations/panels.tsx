import type {
  EmailCounts,
  ReminderReport,
  ReviewRequestReport,
} from '#modules/owner/analytics/reports/automations/service.server.ts';
import type { BackInStockReport, CodeSales } from '#modules/owner/analytics/reports/marketing/service.server.ts';
import type { MailCounts } from '#modules/ground/email/log/service.server.ts';
import { reminderCountsDays, reminderEveryDays } from '#modules/persuading/automations/rules.ts';
import { notifiedCountsDays } from '#modules/persuading/marketing/rules.ts';
import { formatCount, formatUsd } from '#shared/money.ts';

import { Outcome } from './outcome.tsx';

const mailText = ({ sent, waiting, failed }: MailCounts) =>
  `${formatCount(sent)} sent, ${formatCount(waiting)} waiting, ${formatCount(failed)} failed`;

const notSent = ({ stopped, waiting, failed }: EmailCounts) =>
  [
    ['Not sent: had stopped letters', formatCount(stopped)],
    ['Waiting for the mail server', formatCount(waiting)],
    ['Failed', formatCount(failed)],
  ] as const;

export function Reminders({ report }: { report: ReminderReport }) {
  const { due, sent, brought, revenueCents, spared, withdrawn } = report;
  return (
    <Outcome
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
      {`A reminder counts as bought when its address placed a paid or free order from the moment it was sent up to exactly ${reminderCountsDays} days later, whether or not its link was used; revenue is what these orders brought, less what went back. Taken back: the reader bought before it left, or has deleted their account since.`}
    </Outcome>
  );
}

export function ReviewRequests({ report }: { report: ReviewRequestReport }) {
  const { due, sent, reviewed, withdrawn } = report;
  return (
    <Outcome
      title="Review requests"
      empty="No review request was due in these days."
      steps={[
        { name: 'Due', count: due },
        { name: 'Sent', count: sent, of: due },
        { name: 'Reviewed', count: reviewed, of: sent },
      ]}
      facts={[...notSent(report), ['No longer kept', formatCount(withdrawn)]]}
    >
      A request counts as reviewed when the buyer, signed in, wrote about a product of that order after it was sent; a
      review counts once, for the newest request before it. Guests’ reviews name no order: they are not in this number.
      No longer kept: the reader has deleted their account since.
    </Outcome>
  );
}

export function CaptureCodes({ report, mails }: { report: CodeSales; mails: MailCounts }) {
  const { given, used, revenueCents, discountCents } = report;
  return (
    <Outcome
      title="E-mail capture codes"
      empty="No code was given in these days."
      steps={[
        { name: 'Given', count: given },
        { name: 'Used', count: used, of: given },
      ]}
      facts={[
        ['Revenue of these orders', formatUsd(revenueCents)],
        ['Discount given', formatUsd(discountCents)],
        ['Mails with a code', mailText(mails)],
      ]}
    >
      Codes that were given for an address in these days, also those made anew for a back-in-stock notice, and the paid
      or free orders that used them; revenue is what these orders brought, less what went back. A code in a checkout
      that was not finished is not used. A mail that was asked for again counts again.
    </Outcome>
  );
}

export function ExitOffers({ report }: { report: CodeSales }) {
  const { given, used, revenueCents, discountCents } = report;
  return (
    <Outcome
      title="Exit offers"
      empty="No such offer was made in these days."
      steps={[
        { name: 'Offered', count: given },
        { name: 'Used', count: used, of: given },
      ]}
      facts={[
        ['Revenue of these orders', formatUsd(revenueCents)],
        ['Discount given', formatUsd(discountCents)],
      ]}
    >
      Offers in checkouts that were begun in these days: one code for each, shown on the page and not mailed. They are
      counted like the codes for an address.
    </Outcome>
  );
}

export function BackInStock({ report, mails }: { report: BackInStockReport; mails: MailCounts }) {
  const { waiting, notified, bought, revenueCents } = report;
  return (
    <Outcome
      title="Back-in-stock notices"
      empty="Nobody was told in these days."
      standing={[['Waiting now', formatCount(waiting)]]}
      steps={[
        { name: 'Told', count: notified },
        { name: `Bought within ${notifiedCountsDays} days`, count: bought, of: notified },
      ]}
      facts={[
        ['Revenue of these orders', formatUsd(revenueCents)],
        ['Mails', mailText(mails)],
      ]}
    >
      {`Someone who was told counts as having bought when their address placed a paid or free order from that moment up to exactly ${notifiedCountsDays} days later, with or without the code of the notice.`}
    </Outcome>
  );
}
