import { Link } from 'react-router';

import { listAdmins } from '#modules/accounts/accounts.queries.server.ts';
import { pageAgeMs } from '#modules/catalog/product.ts';
import { editConflictMessage } from '#modules/audit/audit-log.ts';
import { publishedContent } from '#modules/content/content.server.ts';
import type { Site } from '#modules/content/site.schema.ts';
import { invoiceNumberingView } from '#modules/orders/invoice-numbering.server.ts';
import { bannerInput, sellerInput } from '#modules/settings/shop-settings.schema.ts';
import { bannerText } from '#modules/settings/shop-settings.ts';
import { editSettings, settingsView } from '#modules/settings/shop-settings.server.ts';

import { ActionForm, type ActionFormProps } from '../forms/action-form.tsx';
import { adminAction, withParsedFields, replyFromResult } from '../forms/form-action.server.ts';
import type { FormLayout } from '../forms/form-fields.tsx';
import type { Route } from './+types/settings.ts';
import { adminLoader } from './admin-loader.server.ts';
import { DescriptionList, AdminPage, Panel } from './components/page.tsx';
import { InvoiceNumbersPanel } from './settings/invoice-numbers.tsx';
import { saveInvoiceNumbers } from './settings/invoice-numbers.server.ts';

const policy = ({
  guaranteeDays,
  replacementDays,
  returnDays,
  refundDays,
  refundVisibleDays,
  supportHours,
}: Site['facts']) =>
  [
    ['Money-back guarantee', `${guaranteeDays} days`],
    ['Replaced if it stops working', `${replacementDays} days`],
    ['Return window', `${returnDays} days`],
    ['Refund issued within', `${refundDays} business days`],
    ['Refund visible after', `${refundVisibleDays} business days`],
    ['Support hours', supportHours],
  ] as const;

export const loader = adminLoader(async ({ ctx }) => {
  const { shopMode } = ctx.settings;
  const view = await settingsView(ctx.db);
  const { facts, freeShipping } = (await publishedContent(ctx)).site;
  const shownNow = bannerText(view.banner, { now: ctx.now(), shopMode, pageAgeMs, freeShipping });
  const numbering = await invoiceNumberingView(ctx);
  return { ...view, facts, shownNow, numbering, admins: await listAdmins(ctx.db) };
});

const saved = (result: Awaited<ReturnType<typeof editSettings>>) =>
  replyFromResult(result, { changed_meanwhile: editConflictMessage }, 'Saved and live in the shop.');

export const action = adminAction('/admin/settings', {
  seller: withParsedFields(sellerInput, async ({ ctx, actor }, { version, ...value }) =>
    saved(await editSettings(ctx, actor, { key: 'seller', version, value })),
  ),
  banner: withParsedFields(
    ({ ctx }) => bannerInput(ctx.settings.shopMode),
    async ({ ctx, actor }, { version, ...value }) =>
      saved(await editSettings(ctx, actor, { key: 'banner', version, value })),
  ),
  invoices: saveInvoiceNumbers,
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

const bannerFields: FormLayout = [
  { name: 'text', label: 'Campaign text', maxLength: 90 },
  [
    { name: 'startsAt', kind: 'moment', label: 'Starts (shop time, optional)' },
    { name: 'endsAt', kind: 'moment', label: 'Ends (shop time)' },
  ],
  { name: 'neutralText', label: 'Default text', maxLength: 90 },
];

/** Seller details on invoices and the contact page. */
const sellerFields: FormLayout = [
  { name: 'legalName', label: 'Legal name', maxLength: 90 },
  { name: 'address', kind: 'lines', label: 'Address (one line per row)', rows: 4 },
  { name: 'taxNumbers', kind: 'lines', label: 'Tax IDs (one per line, optional)', rows: 2 },
];

type SettingFormProps = Pick<ActionFormProps, 'name' | 'stored' | 'fields'> & { version: string; children: string };

function SettingForm({ name, version, children, ...form }: SettingFormProps) {
  return (
    <ActionForm {...form} name={name} submit={`Save ${name}`} look="second" hidden={{ version }}>
      <p className="text-sm text-soft">{children}</p>
    </ActionForm>
  );
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const { banner, seller, versions, facts, shownNow, numbering, admins } = loaderData;
  return (
    <AdminPage title="Settings" lead="Banner, seller details, invoice numbers and policies.">
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Panel title="Banner">
          <p className="mb-4 rounded-xl bg-petal px-4 py-2 text-center text-sm">
            <span className="sr-only">Showing now: </span>
            <span>{shownNow}</span>
          </p>
          <SettingForm
            key={versions.banner}
            name="banner"
            version={versions.banner}
            stored={banner}
            fields={bannerFields}
          >
            In a live shop, text that says an offer ends needs an end date. The banner changes 10 minutes early, so
            cached pages never show an expired offer.
          </SettingForm>
        </Panel>
        <Panel title="Seller">
          <SettingForm
            key={versions.seller}
            name="seller"
            version={versions.seller}
            stored={seller}
            fields={sellerFields}
          >
            Shown on invoices, packing slips, return slips, marketing emails and the contact page. Invoices with
            consecutive numbers keep the details of the day on which they were issued.
          </SettingForm>
        </Panel>
        <InvoiceNumbersPanel numbering={numbering} />
        <Panel
          title="Policies"
          aside={
            <Link to="/admin/content/site" className="py-2 text-berry underline underline-offset-4">
              Change
            </Link>
          }
        >
          <DescriptionList facts={policy(facts)} />
          <p className="mt-4 text-sm text-soft">
            Shown on pages, in emails and to search engines. Orders keep the terms from their order date.
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
          <DescriptionList facts={admins.map(({ name, email }) => [name, email] as const)} />
        </Panel>
      </div>
    </AdminPage>
  );
}
