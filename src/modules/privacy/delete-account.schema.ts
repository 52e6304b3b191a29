export const deletionRefusals = {
  is_admin:
    "An administrator's account cannot be deleted here. Ask another administrator to make you a customer first.",
  being_paid: 'One of your payments is being processed. Please try again in a few minutes.',
  confirm_password: 'Please confirm your password to continue.',
} as const;

export type DeletionRefusal = keyof typeof deletionRefusals;
