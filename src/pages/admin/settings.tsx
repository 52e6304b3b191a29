import { Link } from 'react-router';

import { promises, site } from '#content/site.ts';
import { adminsOf } from '#modules/accounts/admins.server.ts';
import { actorOf } from '#modules/audit/service.server.ts';
import { pageAgeMs } from '#modules/catalog/rules.ts';
import { bannerInput, changedMeanwhile, sellerInput } from '#modules/settings/contract.ts';
import { bannerText } from '#modules/settings/rules.ts';
import { editSettings, settingsDesk } from '#modules/settings/service.server.ts';
import { pageRequest, type PageRequest } from '#platform/http/page-context.server.ts';
import { typedOf, type Typed } from '#shared/typed.ts';
import { isAnswered, sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/settings.ts';
import { misfit, refused, saved } from './forms/answer.ts';
import { Facts } from './parts/facts.tsx';
import { Notice } from './parts/notice.tsx';
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
  const desk = await settingsDesk(ctx.db);
  const shownNow = bannerText(desk.banner, { now: ctx.now(), shopMode, pageAgeMs });
  return { ...desk, shownNow, admins: await adminsOf(ctx.db) };
}

type Done = Awaited<ReturnType<typeof editSettings>>;

function answer(form: string, typed: Typed, done: Done) {
  if (done.ok) return saved(form, 'Saved. The shop shows it from now on.');
  return refused(form, { typed, message: changedMeanwhile, isConflict: true });
}

async function edit({ ctx, visitor }: PageRequest, typed: Typed) {
  const actor = actorOf(visitor);
  if (typed.form === 'seller') {
    const parsed = sellerInput.safeParse(typed);
    if (!parsed.success) return misfit('seller', typed, parsed.error);
    const { stamp, ...value } = parsed.data;
    return answer('seller', typed, await editSettings(ctx, actor, { key: 'seller', stamp, value }));
  }
  const parsed = bannerInput(ctx.settings.shopMode).safeParse(typed);
  if (!parsed.success) return misfit('banner', typed, parsed.error);
  const { stamp, ...value } = parsed.data;
  return answer('banner', typed, await editSettings(ctx, actor, { key: 'banner', stamp, value }));
}

export async function action({ context, request }: Route.ActionArgs) {
  const page = context.get(pageRequest);
  return edit(page, typedOf(await request.formData()));
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

export const shouldRevalidate = isAnswered;

export const meta: Route.MetaFunction = () => [{ title: `Settings | Admin | ${site.name}` }];

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { banner, seller, stamps, shownNow, admins } = loaderData;
  return (
    <>
      <PageHeader title="Settings" lead="Who sells, what is promised, and what stands above every page." />
      <Notice outcome={actionData?.outcome} />
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
