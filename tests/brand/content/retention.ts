/** For how many days personal data is kept; the privacy policy and docs/guides/personal-data.md tell the same. */
export const retention = {
  /** What was typed into a checkout that was not paid, and from where; of a paid one the order keeps it. */
  checkoutDays: 30,
  /** Carts of guests: as long as their cookie. */
  guestCartDays: 90,
  /** Sign-ups that nobody confirmed: for so long another link can be asked for. */
  signUpDays: 7,
  /** Browsers that an account knows and that nobody has used it in since. */
  deviceDays: 400,
  contactMessageDays: 365,
  /** What a mail said and to whom; that it was sent stays. */
  mailDays: 90,
  /** Messages to other systems that are not owed any more. */
  webhookDays: 30,
  /** Addresses that were left for a code or the newsletter. */
  captureDays: 730,
  /** Days after somebody unsubscribed until the address is erased; its hash stays, so that no e-mail goes there again. */
  stoppedDays: 30,
  /** Which automated e-mails were sent. */
  automationEmailDays: 365,
};
