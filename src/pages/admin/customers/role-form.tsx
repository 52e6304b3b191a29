import { nameOf, type CustomerSummary } from '#modules/customers/customers.ts';

import type { ButtonLook } from '#ui/button.tsx';

import { ActionForm } from '../../forms/action-form.tsx';

const unreachable = 'Failed to update customer role';

/** Button that grants or revokes the admin role, with its confirmation. */
export function RoleForm({ customer, look = 'second' }: { customer: CustomerSummary; look?: ButtonLook }) {
  const isAdmin = customer.role === 'admin';
  return (
    <ActionForm
      name="role"
      id={customer.id}
      submit={isAdmin ? 'Remove Admin' : 'Make Admin'}
      submitLabel={`${isAdmin ? 'Remove' : 'Make'} Admin: ${nameOf(customer)}`}
      look={look}
      hidden={{ role: isAdmin ? 'customer' : 'admin' }}
      final={{
        text: `${nameOf(customer)} will lose access to the admin.`,
        yes: 'Yes, remove admin',
        keep: 'Keep as admin',
      }}
      unreachable={unreachable}
    />
  );
}
