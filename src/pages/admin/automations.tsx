import {
  reminderReport,
  reviewRequestReport,
  stoppedReport,
} from '#modules/owner/analytics/reports/automations/service.server.ts';
import {
  backInStockReport,
  captureReport,
  exitOfferReport,
} from '#modules/owner/analytics/reports/marketing/service.server.ts';
import { mailCounts } from '#modules/ground/email/log/service.server.ts';
import { formatCount } from '#shared/money.ts';

import type { Route } from './+types/automations.ts';
import { BackInStock, CaptureCodes, ExitOffers, Reminders, ReviewRequests } from './automations/panels.tsx';
import { adminLoader } from './parts/loader.server.ts';
import { Facts, Page, Panel } from './parts/page.tsx';
import { SpanChoice, spanOf, spanStart } from './parts/span.tsx';

export const loader = adminLoader(async ({ ctx: { db, now }, request }) => {
  const days = spanOf(request);
  const since = spanStart(now(), days);
  const [reminders, requests, captures, exits, backInStock, stopped, mails] = await Promise.all([
    reminderReport(db, since),
    reviewRequestReport(db, since),
    captureReport(db, since),
    exitOfferReport(db, since),
    backInStockReport(db, since),
    stoppedReport(db, since),
    mailCounts(db, ['capture_code', 'back_in_stock'], since),
  ]);
  return { days, reminders, requests, captures, exits, backInStock, stopped, mails };
});

function Stopped({ lately, ever }: { lately: number; ever: number }) {
  return (
    <Panel title="Unsubscribed">
      <Facts
        facts={[
          ['In these days', formatCount(lately)],
          ['In all', formatCount(ever)],
        ]}
      />
      <p className="mt-4 text-sm text-soft">
        One click in a reminder or review request ends them all for its reader; mails about an order still go out.
      </p>
    </Panel>
  );
}

export default function AutomationsPage({ loaderData }: Route.ComponentProps) {
  const { days, reminders, requests, captures, exits, backInStock, stopped, mails } = loaderData;
  return (
    <Page
      title="Automations"
      lead="What the shop sends and offers of its own accord, and what came of it. Days are UTC, today included; nobody is named."
      buttons={<SpanChoice days={days} />}
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
