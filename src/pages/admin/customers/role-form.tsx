import { Link, useLocation } from 'react-router';

import type { CustomerSummary } from '#modules/owner/analytics/reports/customers/rules.ts';
import { nameOf } from '#modules/owner/analytics/reports/customers/rules.ts';
import { answerOf, type FormAnswer } from '#ui/form-answer.ts';

import { ActionForm } from '../../forms/action-form.tsx';

type RoleFormProps = { customer: CustomerSummary; answer: FormAnswer | undefined };

/** The button that was pressed is gone: the focus goes to what is asked in its place. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

function Sure({ customer, answer }: RoleFormProps) {
  const { pathname, search } = useLocation();
  return (
    <div className="mt-4 rounded-xl border border-berry bg-blush p-4">
      <p ref={takeFocus} tabIndex={-1} className="mb-3 outline-none">
        {nameOf(customer)} will no longer be able to open these pages.
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionForm
          name="role"
          id={customer.id}
          answer={answer}
          submit="Yes, remove admin"
          hidden={{ role: 'customer', sure: '1' }}
        />
        <Link
          to={pathname + search}
          preventScrollReset
          className="inline-flex min-h-12 items-center px-4 text-berry hover:underline"
        >
          Keep as admin
        </Link>
      </div>
    </div>
  );
}

/** The button that gives or takes the right, and what must be answered first. */
export function RoleForm({ customer, answer }: RoleFormProps) {
  const { question, values } = answerOf(answer, 'role', customer.id) ?? {};
  if (question === 'sure' || (question === 'password' && values?.sure === '1'))
    return <Sure customer={customer} answer={answer} />;
  const isAdmin = customer.role === 'admin';
  return (
    <ActionForm
      name="role"
      id={customer.id}
      answer={answer}
      submit={isAdmin ? 'Remove Admin' : 'Make Admin'}
      submitLabel={`${isAdmin ? 'Remove' : 'Make'} Admin: ${nameOf(customer)}`}
      look="second"
      className="mt-4"
      hidden={{ role: isAdmin ? 'customer' : 'admin' }}
    />
  );
}
