import { Link } from 'react-router';

import { promises, site } from '#content/site.ts';
import { adminsOf } from '#modules/people/accounts/admins/service.server.ts';
import { pageAgeMs } from '#modules/buying/catalog/rules.ts';
import { changedMeanwhile } from '#modules/ground/audit/refusals.ts';
import { bannerInput, sellerInput } from '#modules/ground/settings/contract.ts';
import { bannerText } from '#modules/ground/settings/rules.ts';
import { editSettings, settingsView } from '#modules/ground/settings/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isAnswered, sendAnswer } from '#ui/send-form.ts';

import { formAction, parsed, told } from '../forms/action.server.ts';
import { PageNotice } from '../forms/notice.tsx';
import type { Route } from './+types/settings.ts';
import { Facts } from './parts/facts.tsx';
import { PageHeader } from './parts/page-header.tsx';
import { Panel } from './parts/panel.tsx';
import { BannerForm } from './settings/banner-form.tsx';
import { SellerForm } from './settings/seller-form.tsx';

const policy = [
  ['Money-back guarantee', `${site.guaranteeDays} days`],
  ['Returns are taken for', `${site.returnWindowDays} days`],
  ['Refund within', `${promises.refundProcessingDays} business days`],
  ['Refund visible after', `${promises.refundVisibleDays} business days`],
  ['Support hours', site.supportHours],
] as const;

export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  const { shopMode } = ctx.settings;
  const desk = await settingsView(ctx.db);
  const shownNow = bannerText(desk.banner, { now: ctx.now(), shopMode, pageAgeMs });
  return { ...desk, shownNow, admins: await adminsOf(ctx.db) };
}

const saved = (result: Awaited<ReturnType<typeof editSettings>>) =>
  told(result, { changed_meanwhile: changedMeanwhile }, 'Saved. The shop shows it from now on.');

export const action = formAction({
  seller: parsed(sellerInput, async ({ ctx, actor }, { stamp, ...value }) =>
    saved(await editSettings(ctx, actor, { key: 'seller', stamp, value })),
  ),
  banner: parsed(
    ({ ctx }) => bannerInput(ctx.settings.shopMode),
    async ({ ctx, actor }, { stamp, ...value }) =>
      saved(await editSettings(ctx, actor, { key: 'banner', stamp, value })),
  ),
});
export const clientAction = sendAnswer;
export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `Settings | Admin | ${site.name}` }];

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { banner, seller, stamps, shownNow, admins } = loaderData;
  return (
    <>
      <PageHeader title="Settings" lead="Who sells, what is promised, and what stands above every page." />
      <PageNotice answer={actionData} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Panel title="Banner">
          <p className="mb-4 rounded-xl bg-petal px-4 py-2 text-center text-sm">
            <span className="sr-only">Shown now: </span>
            {shownNow}
          </p>
          <BannerForm key={stamps.banner} banner={banner} stamp={stamps.banner} answer={actionData} />
        </Panel>
        <Panel title="Seller">
          <SellerForm key={stamps.seller} seller={seller} stamp={stamps.seller} answer={actionData} />
        </Panel>
        <Panel title="Policy">
          <Facts facts={policy} />
          <p className="mt-4 text-sm text-soft">
            Pages, mails and search engines tell these numbers, and returns are taken by them. They are changed in{' '}
            <code>content/site.ts</code>, from where every text takes them.
          </p>
        </Panel>
        <Panel
          title="Admins"
          aside={
            <Link to="/admin/customers" className="py-2 text-berry underline underline-offset-4">
              Change roles
            </Link>
          }
        >
          <Facts facts={admins.map(({ name, email }) => [name, email] as const)} />
        </Panel>
      </div>
    </>
  );
}
