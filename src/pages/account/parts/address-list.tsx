import { addressLines, type SavedAddress } from '#modules/after/addresses/rules.ts';
import { addressRules } from '#shared/countries.ts';
import { ButtonLink } from '#ui/button.tsx';

import { ActionForm } from '../../forms/action-form.tsx';

function Entry({ address }: { address: SavedAddress }) {
  const act = (name: string, submit: string) => (
    <ActionForm name={name} id={address.id} look="quiet" submit={submit} submitLabel={`${submit}: ${address.street}`} />
  );
  return (
    <li className="py-4 first:pt-0">
      {addressLines(address).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="text-soft">{addressRules(address.country).name}</p>
      <div className="flex flex-wrap items-center gap-x-5">
        {address.isDefault ? (
          <span className="rounded-full bg-blush px-3 py-1 text-sm font-medium">Used at checkout</span>
        ) : (
          act('default-address', 'Use at checkout')
        )}
        <ButtonLink to={`/account/addresses/${address.id}`} look="quiet" className="px-0!">
          Edit<span className="sr-only">: {address.street}</span>
        </ButtonLink>
        {act('delete-address', 'Delete')}
      </div>
    </li>
  );
}

/** A customer's addresses and what can be done with each. */
export function AddressList({ addresses }: { addresses: readonly SavedAddress[] }) {
  return (
    <>
      {addresses.length === 0 ? (
        <p className="mb-5 text-soft">Save an address and the checkout fills it in for you.</p>
      ) : (
        <ul className="mb-5 divide-y divide-line">
          {addresses.map((address) => (
            <Entry key={address.id} address={address} />
          ))}
        </ul>
      )}
      <ButtonLink to="/account/addresses/new" look="second">
        Add an address
      </ButtonLink>
    </>
  );
}
