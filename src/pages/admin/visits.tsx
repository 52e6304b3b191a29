import { countConversions } from '#modules/conversions/conversions.queries.server.ts';
import { publishedContent } from '#modules/content/content.server.ts';
import { headlineFigures, webAnalyticsReport } from '#modules/analytics/web-analytics.server.ts';
import { conversionRate, verdict } from '#modules/marketing/headline-test.ts';
import { switchHeadlineTest } from '#modules/marketing/headline-test.server.ts';
import { findHeadlineTest } from '#modules/marketing/headline-test.queries.server.ts';

import { ActionForm } from '../forms/action-form.tsx';
import { formSuccess, adminAction } from '../forms/form-action.server.ts';
import type { Route } from './+types/visits.ts';
import { BarTable } from './components/bar-table.tsx';
import { adminLoader } from './admin-loader.server.ts';
import { AdminPage, Panel } from './components/page.tsx';
import { PeriodChoice, periodOf } from './components/period-choice.tsx';
import { DayChart } from './visits-chart.tsx';

/** Purchases reported to an advertiser, without one. */
const notCounted: Record<string, number> = {};

export const loader = adminLoader(async ({ ctx, request }) => {
  const length = periodOf(request);
  const hasPixel = ctx.settings.metaPixelId !== undefined;
  const test = await findHeadlineTest(ctx.db);
  const [report, conversions, { landing }, shown] = await Promise.all([
    webAnalyticsReport(ctx, length),
    hasPixel ? countConversions(ctx.db) : notCounted,
    publishedContent(ctx),
    test.since === null ? null : headlineFigures(ctx, test.since),
  ]);
  const titles = { a: landing.hero.title, b: landing.hero.comparedTitle };
  return { length, report, conversions, titles, hasPixel, test, shown };
});

/** Starts or ends the headline test. The page itself shows the result. */
export const action = adminAction('/admin/visits', {
  async compare({ ctx, actor, values }) {
    await switchHeadlineTest(ctx, actor, values.compare === 'on');
    return formSuccess('');
  },
});

type Data = Route.ComponentProps['loaderData'];

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

function HeadlineTest({ test, titles, shown }: Pick<Data, 'test' | 'titles' | 'shown'>) {
  return (
    <Panel title="Landing page headline test">
      <p className="text-soft">
        {test.isOn
          ? 'Half of your visitors see each headline. A conversion is an item added to the cart the same day.'
          : 'Everyone sees headline A.'}
      </p>
      <dl className="mt-4 grid gap-3 sm:grid-cols-2">
        {(['a', 'b'] as const).map((key) => (
          <div key={key} className="rounded-card border border-line p-4">
            <dt className="font-medium">{`${key.toUpperCase()}: ${titles[key]}`}</dt>
            {shown === null ? null : (
              <dd className="mt-1 text-soft">
                {`${shown[key].conversions} of ${shown[key].visitors} visitors: ${percent(conversionRate(shown[key]))}`}
              </dd>
            )}
          </div>
        ))}
      </dl>
      {shown === null ? null : <p className="mt-4 font-medium">{verdict(shown.a, shown.b)}</p>}
      <ActionForm
        name="compare"
        submit={test.isOn ? 'End test' : 'Start test'}
        look="second"
        className="mt-4"
        hidden={{ compare: test.isOn ? 'off' : 'on' }}
      />
    </Panel>
  );
}

function Advertising({ conversions, hasPixel }: Pick<Data, 'conversions' | 'hasPixel'>) {
  const { sent = 0, waiting = 0, failed = 0 } = conversions;
  return (
    <Panel title="Advertising">
      {hasPixel ? (
        <p>{`Purchases reported to Meta, with customer consent: ${sent} sent, ${waiting} queued, ${failed} failed.`}</p>
      ) : (
        <p className="text-soft">No Meta pixel is set up. Nothing is shared, and visitors aren’t asked for consent.</p>
      )}
    </Panel>
  );
}

type Row = { name: string; count: number };
type BarsProps = {
  title: string;
  unit: string;
  rows: readonly Row[];
  /** True when each row is a share of the row before. The share is then shown, too. */
  isFunnel?: boolean;
};

function shareOf(rows: readonly Row[], index: number): string {
  const [before, now] = [rows[index - 1]?.count ?? 0, rows[index]?.count ?? 0];
  return index === 0 || before === 0 ? '' : `${Math.round((now / before) * 100)}%`;
}

function Bars({ title, unit, rows, isFunnel = false }: BarsProps) {
  const steps = rows.map((row, index) => ({ ...row, ...(isFunnel ? { beside: shareOf(rows, index) } : {}) }));
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <p className="text-soft">No data in this period.</p>
      ) : (
        <BarTable caption={title} titles={[title, unit, ...(isFunnel ? ['Continued'] : [])]} rows={steps} />
      )}
    </Panel>
  );
}

export default function WebAnalyticsPage({ loaderData }: Route.ComponentProps) {
  const { length, report, titles, test, shown } = loaderData;
  const visitors = (rows: readonly { key: string; visitors: number }[]) =>
    rows.map(({ key, visitors: count }) => ({ name: key, count }));
  return (
    <AdminPage
      title="Visits"
      lead="Counted without cookies or personal data. Visitors are counted once per day (UTC). Bots and admins are excluded."
      buttons={<PeriodChoice days={length} />}
    >
      <div className="grid gap-5 xl:grid-cols-2">
        <DayChart days={report.days} />
        <Bars
          title="Conversion funnel"
          unit="Visitors"
          rows={report.funnel.map(({ name, visitors: count }) => ({ name, count }))}
          isFunnel
        />
        <Bars title="Sources" unit="Visitors" rows={visitors(report.sources).slice(0, 10)} />
        <Bars title="Pages" unit="Visitors" rows={visitors(report.pages).slice(0, 10)} />
        <Bars title="Quiz: what matters most" unit="Visitors" rows={visitors(report.quiz)} />
        <Bars
          title="Discount codes used"
          unit="Orders"
          rows={report.codes.slice(0, 10).map(({ code, orders }) => ({ name: code, count: orders }))}
        />
        <Advertising {...loaderData} />
        <HeadlineTest titles={titles} test={test} shown={shown} />
      </div>
    </AdminPage>
  );
}
