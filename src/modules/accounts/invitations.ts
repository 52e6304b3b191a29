/** Lifetime of a mailed invitation link, in days. */
export const invitationDays = 3;

/** Message for a link that no longer works. */
export const endedInvitation = 'This invitation was accepted, revoked or has expired.';
