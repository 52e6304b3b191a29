import { Link, useLocation } from 'react-router';

import { nameOf, type CustomerSummary } from '#modules/analytics/customers.ts';
import { focusOnMount } from '#ui/focus.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { useAnswer } from '../../forms/use-answer.ts';

const unreachable = 'Failed to update customer role';

/** The pressed button is gone, so the question that replaces it gets the focus. */
function Sure({ customer }: { customer: CustomerSummary }) {
  const { pathname, search } = useLocation();
  return (
    <div className="mt-4 rounded-xl border border-berry bg-blush p-4">
      <p ref={focusOnMount} tabIndex={-1} className="mb-3 outline-none">
        {`${nameOf(customer)} will no longer be able to open these pages.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <ActionForm
          name="role"
          id={customer.id}
          submit="Yes, remove admin"
          hidden={{ role: 'customer', sure: '1' }}
          unreachable={unreachable}
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

/** Button that grants or revokes the admin role, with its confirmation. */
export function RoleForm({ customer }: { customer: CustomerSummary }) {
  const { question, values } = useAnswer('role', customer.id) ?? {};
  if (question === 'sure' || (question === 'password' && values?.sure === '1')) return <Sure customer={customer} />;
  const isAdmin = customer.role === 'admin';
  return (
    <ActionForm
      name="role"
      id={customer.id}
      submit={isAdmin ? 'Remove Admin' : 'Make Admin'}
      submitLabel={`${isAdmin ? 'Remove' : 'Make'} Admin: ${nameOf(customer)}`}
      look="second"
      className="mt-4"
      hidden={{ role: isAdmin ? 'customer' : 'admin' }}
      unreachable={unreachable}
    />
  );
}
