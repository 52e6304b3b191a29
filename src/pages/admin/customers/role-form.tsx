import { nameOf, type CustomerSummary } from '#modules/analytics/customers.ts';

import type { ButtonLook } from '#ui/button.tsx';

import { ActionForm } from '../../forms/action-form.tsx';
import { useAnswer } from '../../forms/use-answer.ts';
import { SureQuestion } from './sure-question.tsx';

const unreachable = 'Failed to update customer role';

/** Button that grants or revokes the admin role, with its confirmation. */
export function RoleForm({ customer, look = 'second' }: { customer: CustomerSummary; look?: ButtonLook }) {
  const { question, values } = useAnswer('role', customer.id) ?? {};
  if (question === 'sure' || (question === 'password' && values?.sure === '1')) {
    return (
      <SureQuestion text={`${nameOf(customer)} will no longer be able to open these pages.`} keep="Keep as admin">
        <ActionForm
          name="role"
          id={customer.id}
          submit="Yes, remove admin"
          hidden={{ role: 'customer', sure: '1' }}
          unreachable={unreachable}
        />
      </SureQuestion>
    );
  }
  const isAdmin = customer.role === 'admin';
  return (
    <ActionForm
      name="role"
      id={customer.id}
      submit={isAdmin ? 'Remove Admin' : 'Make Admin'}
      submitLabel={`${isAdmin ? 'Remove' : 'Make'} Admin: ${nameOf(customer)}`}
      look={look}
      hidden={{ role: isAdmin ? 'customer' : 'admin' }}
      unreachable={unreachable}
    />
  );
}
