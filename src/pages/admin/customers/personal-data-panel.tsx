import { Form } from 'react-router';

import { nameOf, type CustomerSummary } from '#modules/analytics/customers.ts';
import { Button } from '#ui/button.tsx';

import { ActionForm } from '../../forms/action-form.tsx';
import { useAnswer } from '../../forms/use-answer.ts';
import { Panel } from '../components/page.tsx';
import { customerPath } from './customer-summary.tsx';
import { SureQuestion } from './sure-question.tsx';

const form = 'erase';

/** Question before the erasure: what is deleted, and what stays by law. */
function questionText(customer: CustomerSummary): string {
  const gone = customer.isGuest
    ? 'Messages, emails, the newsletter entry and unpaid checkouts are deleted.'
    : 'The account, its addresses, messages, emails, the newsletter entry and unpaid checkouts are deleted. Reviews lose their name and pictures.';
  const stays =
    'Orders stay in the books with name, addresses and amounts, because the law requires it. Email, phone and notes of an order go now, or once the order is complete.';
  return `Erase ${nameOf(customer)} for good? ${gone} ${stays} ${customer.email} gets an email. This cannot be undone.`;
}

function EraseForm({ customer }: { customer: CustomerSummary }) {
  const { question, values } = useAnswer(form) ?? {};
  if (question === 'sure' || (question === 'password' && values?.sure === '1')) {
    return (
      <SureQuestion text={questionText(customer)} keep="Keep the data">
        <ActionForm name={form} submit="Yes, erase it" hidden={{ sure: '1' }} />
      </SureQuestion>
    );
  }
  return <ActionForm name={form} submit="Erase customer" look="second" className="mt-4" />;
}

/** Export and erasure of everything that the shop stores about a customer, at their request. */
export function PersonalDataPanel({ customer }: { customer: CustomerSummary }) {
  return (
    <Panel title="Personal data">
      <p className="mb-4 text-soft">For a customer who asks for their data, or asks you to delete it.</p>
      <Form method="post" action={`${customerPath(customer)}/data.json`} reloadDocument>
        <input type="hidden" name="form" value="export" />
        <Button type="submit" look="second">
          Download data
        </Button>
      </Form>
      {customer.role === 'admin' ? (
        <p className="mt-4 text-soft">An administrator cannot be erased. Remove the admin role first.</p>
      ) : (
        <EraseForm customer={customer} />
      )}
    </Panel>
  );
}
