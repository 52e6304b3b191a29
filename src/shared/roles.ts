/** Roles that work in the admin. An account with several has the first of them. */
export const teamRoles = ['admin', 'staff', 'accountant'] as const;

export type TeamRole = (typeof teamRoles)[number];

export type Role = TeamRole | 'customer';

/** True when the role opens pages of the admin. */
export const isTeamRole = (role: Role | undefined): role is TeamRole => role !== undefined && role !== 'customer';
