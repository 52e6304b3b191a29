import type { emailServerView } from '#modules/email/edit-email-server.server.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import type { FormField, FormLayout } from '../../forms/form-fields.tsx';
import { Panel } from '../components/page.tsx';
import { endingHint, proofFields, setOnServer } from './proof-fields.ts';

type View = Awaited<ReturnType<typeof emailServerView>>;
type Props = { view: View; hasAuthenticator: boolean; ownAddress: string };

function serverFields({ setBySmtpUrl, passwordEnd }: View): FormLayout {
  const set = setBySmtpUrl ? { disabled: true, hint: setOnServer('SMTP_URL') } : {};
  const hint = endingHint(passwordEnd);
  const password: FormField = { name: 'server-password', kind: 'secret', label: 'Password', maxLength: 200, hint };
  return [
    [
      { name: 'host', label: 'Server', maxLength: 255, hint: 'For example smtp.mail.example', ...set },
      { name: 'port', kind: 'count', label: 'Port', maxLength: 5, hint: '587, or 465 with TLS', ...set },
    ],
    [
      { name: 'user', label: 'User name', maxLength: 255, ...set },
      { ...password, ...set },
    ],
  ];
}

function senderField({ setByMailFrom }: View): FormField {
  const hint = setByMailFrom ? setOnServer('MAIL_FROM') : 'For example Shop <hello@shop.example>';
  return { name: 'from', label: 'Sender', maxLength: 255, disabled: setByMailFrom, hint };
}

/** Server that sends the shop's emails, and their sender. */
export function EmailPanel({ view, hasAuthenticator, ownAddress }: Props) {
  const { version, setBySmtpUrl, setByMailFrom, isUnreadable, isSet, host, port, user, from } = view;
  const isFixed = setBySmtpUrl && setByMailFrom;
  return (
    <Panel title="Email">
      <div className="space-y-5">
        <p className="text-sm text-soft">
          The name, port and login are in the settings of your email service. Until a server is saved, emails of a live
          shop wait.
        </p>
        {isUnreadable ? (
          <p className="text-berry">The stored server belongs to another SESSION_SECRET. Enter it again.</p>
        ) : null}
        <ActionForm
          key={version}
          name="email"
          submit="Save email server"
          hidden={{ version }}
          stored={{ host, port, user, from }}
          fields={[...serverFields(view), senderField(view), ...proofFields({ hasAuthenticator, isFixed })]}
          isDisabled={isFixed}
        />
        {isSet ? (
          <ActionForm name="test" submit="Send a test email" look="second">
            <p className="text-sm text-soft">{`It goes to ${ownAddress}.`}</p>
          </ActionForm>
        ) : null}
      </div>
    </Panel>
  );
}
