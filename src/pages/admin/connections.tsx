import { emailServerInput, emailServerRefusals } from '#modules/email/email-server.schema.ts';
import { editEmailServer, emailServerView } from '#modules/email/edit-email-server.server.ts';
import { testMailRefusals } from '#modules/email/test-mail.schema.ts';
import { sendTestMail } from '#modules/email/test-mail.server.ts';
import { orderTest } from '#modules/orders/orders.emails.server.ts';
import {
  checkKeysInForce,
  editPaymentKeys,
  paymentKeysView,
  removePaymentKeys,
} from '#modules/payments/edit-payment-keys.server.ts';
import { paymentKeyRefusals } from '#modules/payments/payment-keys.schema.ts';
import { addressRefusals } from '#modules/settings/shop-address.schema.ts';
import { addressView, chooseAddress, removeAddress } from '#modules/settings/shop-address.server.ts';

import {
  adminAction,
  final,
  formError,
  formSuccess,
  replyFromResult,
  withBothProofs,
  withIssues,
  withParsedFields,
  type SentForm,
} from '../forms/form-action.server.ts';
import type { Route } from './+types/connections.ts';
import { adminLoader } from './admin-loader.server.ts';
import { AdminPage } from './components/page.tsx';
import { AddressPanel } from './connections/address-panel.tsx';
import { EmailPanel } from './connections/email-panel.tsx';
import { PaymentsPanel } from './connections/payments-panel.tsx';

export const loader = adminLoader(async ({ ctx, visitor }) => ({
  address: await addressView(ctx),
  payments: await paymentKeysView(ctx),
  email: await emailServerView(ctx),
  ownAddress: visitor.user?.email ?? '',
  hasAuthenticator: visitor.user?.hasAuthenticator ?? false,
}));

const saved = 'Saved. Every part of the shop uses it within a few seconds.';

async function savePayments(sent: SentForm) {
  const { ctx, actor, values } = sent;
  const typed = {
    secretKey: sent.secret('secret-key').trim(),
    publishableKey: (values['publishable-key'] ?? '').slice(0, 200),
    version: values.version ?? '',
  };
  return withIssues(await editPaymentKeys(ctx, actor, typed), paymentKeyRefusals, saved);
}

async function removePayments({ ctx, actor, values }: SentForm) {
  const removed = await removePaymentKeys(ctx, actor, values.version ?? '');
  return replyFromResult(removed, paymentKeyRefusals, 'Payment keys removed.');
}

async function saveAddress({ ctx, actor, request, values }: SentForm) {
  const choice = { origin: request.headers.get('origin') ?? '', version: values.version ?? '' };
  return replyFromResult(await chooseAddress(ctx, actor, choice), addressRefusals, saved);
}

async function forgetAddress({ ctx, actor, values }: SentForm) {
  const removed = await removeAddress(ctx, actor, values.version ?? '');
  return replyFromResult(removed, addressRefusals, 'Address removed. Open this page at the new address.');
}

async function check({ ctx }: SentForm) {
  const verdicts = await checkKeysInForce(ctx);
  const text = verdicts.map((verdict) => verdict.text).join(' ');
  return verdicts.some(({ state }) => state === 'problem') ? formError(text) : formSuccess(text);
}

async function sendTest({ ctx, limits, user }: SentForm) {
  const test = { to: user.email, type: 'simple' as const, template: orderTest, user };
  return replyFromResult(await sendTestMail(ctx, limits, test), testMailRefusals, `Test email sent to ${user.email}.`);
}

export const action = adminAction('/admin/connections', {
  address: withBothProofs(saveAddress),
  'address-remove': final(withBothProofs(forgetAddress)),
  payments: withBothProofs(savePayments),
  'payments-remove': final(withBothProofs(removePayments)),
  check,
  email: withBothProofs(
    withParsedFields(emailServerInput, async (sent, input) => {
      const typed = { ...input, password: sent.secret('server-password') };
      return withIssues(await editEmailServer(sent.ctx, sent.actor, typed), emailServerRefusals, saved);
    }),
  ),
  test: sendTest,
});
export { revalidateAfterRefusal as shouldRevalidate } from '../forms/failed-forms.ts';

export default function ConnectionsPage({ loaderData }: Route.ComponentProps) {
  const { address, payments, email, ownAddress, hasAuthenticator } = loaderData;
  return (
    <AdminPage
      title="Connections"
      lead="Address, payment keys and email server. Keys are stored encrypted and never shown again."
    >
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid gap-6">
          <AddressPanel view={address} hasAuthenticator={hasAuthenticator} />
          <EmailPanel view={email} hasAuthenticator={hasAuthenticator} ownAddress={ownAddress} />
        </div>
        <PaymentsPanel view={payments} hasAuthenticator={hasAuthenticator} />
      </div>
    </AdminPage>
  );
}
