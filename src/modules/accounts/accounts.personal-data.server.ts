import { retention } from '#content/retention.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';

import { deleteAccount, deleteExpiredLinks, deleteOldSignUps, exportAccount } from './accounts.queries.server.ts';
import { deleteExpiredInvitations } from './invitations.queries.server.ts';
import { listAddresses } from './saved-addresses.queries.server.ts';
import { deleteOldSecurityEvents, exportSecurityEvents } from './security-log.queries.server.ts';
import { securityDays } from './security-log.ts';
import { deleteExpiredSessions, deleteUnusedDevices } from './sessions.queries.server.ts';
import { invitations, profiles, savedAddresses, securityEvents, sessions, signUps, users } from './tables.server.ts';

export const accountsPersonalData: PersonalData = {
  columns: [
    users.name,
    users.email,
    sessions.ipAddress,
    sessions.userAgent,
    signUps.email,
    invitations.email,
    signUps.firstName,
    signUps.lastName,
    profiles.firstName,
    profiles.lastName,
    profiles.displayName,
    profiles.phone,
  ],
  export: ({ db }, { id }) => exportAccount(db, id),
  /** Profile, sessions, addresses, habit tracker and photos are deleted with the account. */
  erase: deleteAccount,
  retention: {
    sessions: (db, daysAgo) => deleteExpiredSessions(db, daysAgo(0)),
    verifications: (db, daysAgo) => deleteExpiredLinks(db, daysAgo(0)),
    invitations: (db, daysAgo) => deleteExpiredInvitations(db, daysAgo(retention.invitationDays)),
    signUps: (db, daysAgo) => deleteOldSignUps(db, daysAgo(retention.signUpDays)),
    devices: (db, daysAgo) => deleteUnusedDevices(db, daysAgo(retention.deviceDays)),
  },
};

/**
 * The log outlives an account. Without the account, the id and keyed hash of an event identify
 * nobody.
 */
export const securityPersonalData: PersonalData = {
  columns: [securityEvents.source],
  export: async ({ db }, { id }) => ({ securityEvents: await exportSecurityEvents(db, id) }),
  retention: { securityEvents: (db, daysAgo) => deleteOldSecurityEvents(db, daysAgo(securityDays)) },
};

/** Saved addresses are deleted with their account. */
export const addressesPersonalData: PersonalData = {
  columns: [savedAddresses.street, savedAddresses.line2, savedAddresses.city, savedAddresses.postalCode],
  export: async ({ db }, { id }) => ({ addresses: await listAddresses(db, id) }),
};
