import type { Role, TeamRole } from '#shared/roles.ts';

/** Names of the roles for people. */
export const roleLabels: Record<Role, string> = {
  admin: 'Administrator',
  staff: 'Staff',
  accountant: 'Accountant',
  customer: 'Customer',
};

/** Summary of each role's rights. */
export const roleSummaries: Record<TeamRole, string> = {
  admin: 'Everything, including refunds, settings and the team.',
  staff: 'Orders, phone orders, the shipping desk, returns (without refunds), messages and reviews.',
  accountant: 'Can view and export orders, customers, accounting, analytics and taxes. Can’t change anything.',
};
