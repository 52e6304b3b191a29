import { editConflictMessage } from '#modules/audit/audit-log.ts';

export const paymentKeyRefusals = {
  changed_meanwhile: editConflictMessage,
  set_by_server: 'The payment keys are set by STRIPE_SECRET_KEY on the server. Change them there.',
  no_secret_key: 'Enter the secret key. It begins with sk_test_, sk_live_, rk_test_ or rk_live_.',
  no_publishable_key: 'Enter the publishable key. It begins with pk_test_ or pk_live_.',
  keys_differ: 'The two keys don’t match. Use two test keys or two live keys.',
  live_key_in_demo: 'A demo shop can’t take real payments. Use test keys, or start the shop with SHOP_MODE=live.',
  key_refused: 'Stripe refused the secret key.',
  provider_unavailable: 'Stripe can’t be reached at the moment. Nothing was saved. Try again.',
  webhook_refused:
    'Stripe accepts the key but didn’t register the webhook. Give the key permission to write webhook endpoints, or use the standard secret key.',
};

export type PaymentKeyRefusal = keyof typeof paymentKeyRefusals;
