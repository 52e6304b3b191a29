export const deletionRefusals = {
  is_admin: 'An admin’s account can’t be deleted here. Ask another admin to make you a customer first.',
  being_paid: 'One of your payments is being processed. Please try again in a few minutes.',
  confirm_password: 'Please confirm your password to continue.',
} as const;

export type DeletionRefusal = keyof typeof deletionRefusals;

/** Refusals of an erasure by an admin. */
export const erasureRefusals = {
  is_admin: 'This customer is an admin. Remove the admin role, then erase the data.',
  being_paid: 'This customer has a payment in progress. Try again in a few minutes.',
  no_customer: 'This customer no longer exists.',
} as const;

export type ErasureRefusal = keyof typeof erasureRefusals;
