/** Connections to other services, as the owner enters them in the admin. */
export const connectionNames = ['payments', 'email'] as const;

export type ConnectionName = (typeof connectionNames)[number];

export type ConnectionValues = {
  payments: {
    secretKey: string;
    publishableKey: string;
    /** Webhook that the shop registered at the provider. Null if it cannot be reached from there. */
    webhook: { id: string; secret: string; url: string } | null;
  };
  /** A part that the environment sets, or that is not entered, is null. */
  email: { url: string | null; from: string | null };
};

/** Length of a secret from which its last characters may be shown. */
const shownFrom = 12;

/** Last four characters of a secret: enough to recognize it, useless to use it. */
export const lastFour = (secret: string) => (secret.length < shownFrom ? '' : secret.slice(-4));
