/** Connections to other services, as the owner enters them in the admin. */
export type ConnectionValues = {
  payments: {
    secretKey: string;
    publishableKey: string;
    /** Webhook that the shop registered. Null if the provider cannot reach the shop. */
    webhook: { id: string; secret: string; url: string } | null;
  };
  /** A part that the environment sets, or that is not entered, is null. */
  email: { url: string | null; from: string | null };
  /** Origin that customers open, such as `https://shop.example`. */
  address: { url: string };
};

export type ConnectionName = keyof ConnectionValues;

/** Length of a secret from which its last characters may be shown. */
const shownFrom = 12;

/** Last four characters of a secret: enough to recognize it, useless to use it. */
export const lastFour = (secret: string) => (secret.length < shownFrom ? '' : secret.slice(-4));
