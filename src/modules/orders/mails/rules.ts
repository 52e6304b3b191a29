import type { MailItem } from '#modules/email/rules.ts';
import type { Bill } from '#shared/bill.ts';
import type { Cents } from '#shared/money.ts';
import type { OrderNotes } from '#shared/order-notes.ts';

/** What every mail of an order says; `trackUrl` opens this order alone. */
export type OrderHead = {
  orderNumber: string;
  firstName: string;
  items: MailItem[];
  trackUrl: string;
  shopUrl: string;
};

export type OrderMail = OrderHead &
  Omit<Bill, 'shipping'> & {
    placedAt: string;
    shipping: (NonNullable<Bill['shipping']> & { delivery: string }) | null;
    addressLines: string[];
    /** Missing in mails from before they told it; empty when it is the address of delivery. */
    billingLines?: string[];
    /** What was paid and when, in words. */
    payment?: string;
    /** How it was paid, in words; missing where the provider did not say it in time. */
    paymentMethod?: string;
  } & Partial<OrderNotes>;

/** A parcel on its way; `delivery` are the days in words. */
export type ParcelMail = OrderHead & {
  addressLines: string[];
  carrier: string | null;
  trackingNumber: string | null;
  carrierUrl: string | null;
  delivery: string | null;
};

/** `heldCents` is what the shop has of the customer's money and will give back. */
export type CancelledMail = OrderHead & { heldCents: Cents };

export type RefundMail = OrderHead & { amountCents: Cents; isFull: boolean };

/** A step of a return: `items` are what comes back, `code` tells the parcel, `reason` why it is refused. */
export type ReturnMail = OrderHead & { code: string; slipUrl: string; labelUrl: string | null; reason: string };
