import type { paymentKeysView } from '#modules/payments/edit-payment-keys.server.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import type { FormField, FormLayout } from '../../forms/form-fields.tsx';
import { CollapsibleForm } from '../components/collapsible-form.tsx';
import { Panel } from '../components/page.tsx';
import { endingHint, proofFields, setOnServer } from './proof-fields.ts';

type View = Awaited<ReturnType<typeof paymentKeysView>>;
type Props = { view: View; hasAuthenticator: boolean };

type KeyField = { name: string; label: string; setBy: string | null; end: string | null };

function keyField({ name, label, setBy, end }: KeyField): Omit<FormField, 'kind'> {
  const hint = setBy === null ? endingHint(end) : setOnServer(setBy);
  return { name, label, maxLength: 200, disabled: setBy !== null, hint };
}

function fieldsOf({ view, hasAuthenticator }: Props): FormLayout {
  const { setBySecretKey, setByPublishableKey, secretKeyEnd, publishableKeyEnd } = view;
  const publishable = keyField({
    name: 'publishable-key',
    label: 'Publishable key',
    setBy: setByPublishableKey ? 'STRIPE_PUBLISHABLE_KEY' : null,
    end: publishableKeyEnd,
  });
  const secret = keyField({
    name: 'secret-key',
    label: 'Secret key',
    setBy: setBySecretKey ? 'STRIPE_SECRET_KEY' : null,
    end: secretKeyEnd,
  });
  return [publishable, { ...secret, kind: 'secret' }, ...proofFields({ hasAuthenticator, isFixed: setBySecretKey })];
}

/** Says how the shop hears of payments. Empty before there are keys. */
function webhookText({ secretKeyEnd, setByWebhookSecret, webhookUrl, isReachable }: View): string {
  if (secretKeyEnd === null) return '';
  if (setByWebhookSecret) return 'Webhook: set by STRIPE_WEBHOOK_SECRET on the server.';
  if (webhookUrl !== null) return `Webhook: Stripe reports payments to ${webhookUrl}.`;
  if (!isReachable) return 'No webhook: Stripe can’t reach this machine. The shop asks Stripe every 30 seconds.';
  return 'The webhook is being registered at Stripe.';
}

/** Keys of the payment provider. */
export function PaymentsPanel(props: Props) {
  const { view, hasAuthenticator } = props;
  const { version, setBySecretKey, isUnreadable, isStored, secretKeyEnd } = view;
  return (
    <Panel title="Payments">
      <div className="space-y-5">
        <p className="text-sm text-soft">
          Copy both keys from the Stripe dashboard, under Developers, API keys. The shop registers its webhook there by
          itself.
        </p>
        {isUnreadable ? (
          <p className="text-berry">The stored keys belong to another SESSION_SECRET. Enter them again.</p>
        ) : null}
        <ActionForm
          key={version}
          name="payments"
          submit="Save keys"
          hidden={{ version }}
          fields={fieldsOf(props)}
          isDisabled={setBySecretKey}
        />
        <p className="text-sm text-soft wrap-anywhere empty:hidden">{webhookText(view)}</p>
        {secretKeyEnd === null ? null : <ActionForm name="check" submit="Check the keys" look="second" />}
        {isStored && !setBySecretKey ? (
          <CollapsibleForm
            title="Remove keys…"
            name="payments-remove"
            submit="Remove keys"
            hidden={{ version }}
            fields={proofFields({ hasAuthenticator })}
            final={{ text: 'Nobody can pay with a card until you enter keys again. Remove them?', yes: 'Remove keys' }}
          />
        ) : null}
      </div>
    </Panel>
  );
}
