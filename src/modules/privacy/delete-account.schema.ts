export const deletionRefusals = {
  is_admin:
    "An administrator's account cannot be deleted here. Ask another administrator to make you a customer first.",
  being_paid: 'One of your payments is being processed. Please try again in a few minutes.',
  confirm_password: 'Please confirm your password to continue.',
} as const;

export type DeletionRefusal = keyof typeof deletionRefusals;

/** Refusals of an erasure by an admin. */
export const erasureRefusals = {
  is_admin: 'This is an administrator. Remove the admin role first, then erase the customer.',
  being_paid: 'A payment of this customer is being processed. Try again in a few minutes.',
  no_customer: 'This customer does not exist any more.',
} as const;

export type ErasureRefusal = keyof typeof erasureRefusals;
