import { Form } from 'react-router';

import { nameOf, type CustomerSummary } from '#modules/customers/customers.ts';
import { Button } from '#ui/button.tsx';

import { ActionForm } from '../../forms/action-form.tsx';
import { Panel } from '../components/page.tsx';
import { customerPath } from './customer-summary.tsx';

/** Question before the erasure: what is deleted, and what stays by law. */
function questionText(customer: CustomerSummary): string {
  const gone = customer.isGuest
    ? 'This deletes messages, emails, the newsletter subscription and unpaid checkouts.'
    : 'This deletes the account, addresses, messages, emails, the newsletter subscription and unpaid checkouts. Reviews stay without name and photos.';
  const stays =
    'Orders stay in your records with name, addresses and amounts, as the law requires. Email, phone and order notes are deleted now, or when the order is complete.';
  return `Erase ${nameOf(customer)} permanently? ${gone} ${stays} ${customer.email} gets an email. This can’t be undone.`;
}

function EraseForm({ customer }: { customer: CustomerSummary }) {
  const final = { text: questionText(customer), yes: 'Yes, erase data', keep: 'Keep data' };
  return <ActionForm name="erase" submit="Erase customer" look="second" className="mt-4" final={final} />;
}

/** Export and erasure of everything that the shop stores about a customer, at their request. */
export function PersonalDataPanel({ customer }: { customer: CustomerSummary }) {
  return (
    <Panel title="Personal data">
      <p className="mb-4 text-soft">
        Use this when a customer asks for a copy of their data, or asks you to delete it.
      </p>
      <Form method="post" action={`${customerPath(customer)}/data.json`} reloadDocument>
        <input type="hidden" name="form" value="export" />
        <Button type="submit" look="second">
          Download data
        </Button>
      </Form>
      {customer.role === 'admin' ? (
        <p className="mt-4 text-soft">You can’t erase an admin. Remove the admin role first.</p>
      ) : (
        <EraseForm customer={customer} />
      )}
    </Panel>
  );
}
