/** Roles that work in the admin. An account with several has the first of them. */
export const teamRoles = ['admin', 'staff', 'accountant'] as const;

export type TeamRole = (typeof teamRoles)[number];

export type Role = TeamRole | 'customer';

/** True when the role opens pages of the admin. */
export const isTeamRole = (role: Role | undefined): role is TeamRole => role !== undefined && role !== 'customer';

/** Names of the roles for people. */
export const roleLabels: Record<Role, string> = {
  admin: 'Administrator',
  staff: 'Staff',
  accountant: 'Accountant',
  customer: 'Customer',
};

/** Summary of each role's rights. */
export const roleSummaries: Record<TeamRole, string> = {
  admin: 'Everything, including refunds, settings and people.',
  staff: 'Orders, the shipping desk, returns without refunds, messages and reviews.',
  accountant: 'Reads and exports orders, customers, figures and taxes. Changes nothing.',
};
