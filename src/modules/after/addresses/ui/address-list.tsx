import { Form, Link } from 'react-router';

import { addressLines, type SavedAddress } from '#modules/after/addresses/rules.ts';
import { addressRules } from '#shared/countries.ts';
import { ButtonLink } from '#ui/button.tsx';

const link = 'inline-flex min-h-11 items-center text-berry underline-offset-4 hover:underline';

type ActProps = { action: string; intent: string; address: SavedAddress; label: string };

function Act({ action, intent, address, label }: ActProps) {
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={address.id} />
      <button type="submit" className={link}>
        {label}
        <span className="sr-only">: {address.street}</span>
      </button>
    </Form>
  );
}

type AddressListProps = { addresses: readonly SavedAddress[]; /** Where changes are sent. */ action: string };

/** A customer's addresses and what can be done with each. */
export function AddressList({ addresses, action }: AddressListProps) {
  return (
    <>
      {addresses.length === 0 ? (
        <p className="mb-5 text-soft">Save an address and the checkout fills it in for you.</p>
      ) : (
        <ul className="mb-5 divide-y divide-line">
          {addresses.map((address) => (
            <li key={address.id} className="py-4 first:pt-0">
              {addressLines(address).map((line) => (
                <p key={line}>{line}</p>
              ))}
              <p className="text-soft">{addressRules(address.country).name}</p>
              <div className="flex flex-wrap items-center gap-x-5">
                {address.isDefault ? (
                  <span className="rounded-full bg-blush px-3 py-1 text-sm font-medium">Used at checkout</span>
                ) : (
                  <Act action={action} intent="default-address" address={address} label="Use at checkout" />
                )}
                <Link to={`/account/addresses/${address.id}`} className={link}>
                  Edit<span className="sr-only">: {address.street}</span>
                </Link>
                <Act action={action} intent="delete-address" address={address} label="Delete" />
              </div>
            </li>
          ))}
        </ul>
      )}
      <ButtonLink to="/account/addresses/new" look="second">
        Add an address
      </ButtonLink>
    </>
  );
}
