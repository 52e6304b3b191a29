import type { addressView } from '#modules/settings/shop-address.server.ts';
import { useIsHydrated } from '#ui/use-hydrated.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { CollapsibleForm } from '../components/collapsible-form.tsx';
import { Panel } from '../components/page.tsx';
import { proofFields, setOnServer } from './proof-fields.ts';

type View = Awaited<ReturnType<typeof addressView>>;
type Props = { view: View; hasAuthenticator: boolean };

/** Form that makes the address of this page that of the shop. */
function ChooseForm({ view: { version }, hasAuthenticator }: Props) {
  const isHydrated = useIsHydrated();
  const here = isHydrated ? window.location.origin : 'the address in your browser';
  return (
    <ActionForm
      name="address"
      submit="Use this address"
      hidden={{ version }}
      fields={proofFields({ hasAuthenticator })}
    >
      <p className="text-sm text-soft">{`This page is open at ${here}. Links in emails lead there, and a live shop answers at no other address. You sign in again afterwards.`}</p>
    </ActionForm>
  );
}

/** Address that customers open. */
export function AddressPanel(props: Props) {
  const { version, address, setByPublicUrl, isUnreadable } = props.view;
  const { hasAuthenticator } = props;
  return (
    <Panel title="Address">
      <div className="space-y-5">
        <p className="font-medium">{address ?? 'Not chosen yet.'}</p>
        {setByPublicUrl ? <p className="text-sm text-soft">{setOnServer('PUBLIC_URL')}</p> : null}
        {isUnreadable ? (
          <p className="text-berry">The stored address belongs to another SESSION_SECRET. Choose it again.</p>
        ) : null}
        {address === null ? <ChooseForm {...props} /> : null}
        {address === null || setByPublicUrl ? null : (
          <CollapsibleForm
            title="Move to another address…"
            name="address-remove"
            submit="Remove the address"
            hidden={{ version }}
            fields={proofFields({ hasAuthenticator })}
            final={{
              text: 'The shop then answers at every address. Open this page at the new one and choose it there. Do this only while nobody is paying. Remove the address?',
              yes: 'Remove the address',
            }}
          />
        )}
      </div>
    </Panel>
  );
}
