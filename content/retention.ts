/**
 * Retention periods of personal data, in days. The privacy policy and docs/guides/personal-data.md
 * state the same periods.
 */
export const retention = {
  /** Data and client address of an unpaid checkout. The order retains those of a paid one. */
  checkoutDays: 30,
  /** Guest carts, as long as their cookie. */
  guestCartDays: 90,
  /** Unconfirmed sign-ups: another link can be requested during this time. */
  signUpDays: 7,
  /** Invitations to the admin that nobody accepted, counted from the end of their link. */
  invitationDays: 7,
  /** Known browsers of an account, counted from the last use in them. */
  deviceDays: 400,
  contactMessageDays: 365,
  /** Contact and address of a telephone order, from the end of its payment link. */
  phoneOrderDays: 30,
  /** Content and recipient of an email. The record that it was sent remains. */
  mailDays: 90,
  /** Outgoing webhooks that are no longer pending. */
  webhookDays: 30,
  /** Addresses left for a code or the newsletter. */
  captureDays: 730,
  /**
   * Days from unsubscribing until the address is erased. Its hash remains, so that it gets no
   * further email.
   */
  stoppedDays: 30,
  /** Records of sent automated emails. */
  automationEmailDays: 365,
};
