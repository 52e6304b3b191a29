import type { DisputeStatus, RefundManner, SandboxIntent, SandboxShipping } from './cards.ts';

export type SandboxCharge = {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  /** Missing in charges from before the sandbox had balance transactions. */
  balance_transaction?: string;
  captured: true;
  created: number;
  currency: string;
  disputed: boolean;
  livemode: false;
  metadata: Record<string, string>;
  paid: true;
  payment_intent: string;
  /** Missing in charges from before the sandbox recorded it. */
  payment_method_details?: { type: 'card'; card: { brand: string; last4: string; wallet: null } } | null;
  receipt_email: string | null;
  refunded: boolean;
  status: 'succeeded';
  sandbox_refunds: RefundManner;
};

export type SandboxRefund = {
  id: string;
  object: 'refund';
  amount: number;
  balance_transaction: string | null;
  charge: string;
  created: number;
  currency: string;
  failure_reason?: string;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string | null;
  receipt_number: null;
  status: 'pending' | 'succeeded' | 'failed';
};

export type SandboxDispute = {
  id: string;
  object: 'dispute';
  amount: number;
  charge: string;
  created: number;
  currency: string;
  evidence: Record<string, string>;
  evidence_details: { due_by: number | null; has_evidence: boolean; past_due: false; submission_count: number };
  is_charge_refundable: boolean;
  livemode: false;
  metadata: Record<string, string>;
  payment_intent: string;
  reason: string;
  status: DisputeStatus;
};

export type SandboxSession = {
  id: string;
  object: 'checkout.session';
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  collected_information: { shipping_details: SandboxShipping | null };
  created: number;
  currency: string;
  customer_details: { email: string | null; name: string | null; phone: string | null } | null;
  customer_email: string | null;
  expires_at: number;
  livemode: false;
  metadata: Record<string, string>;
  mode: 'payment';
  payment_intent: string | null;
  payment_status: 'unpaid' | 'paid';
  shipping_address_collection: { allowed_countries: string[] } | null;
  status: 'open' | 'complete' | 'expired';
  success_url: string;
  url: string | null;
  /** Lines that the payment page shows, and data that the payment will carry. */
  sandbox_lines: { name: string; quantity: number; amount: number }[];
  sandbox_payment: { metadata: Record<string, string>; receipt_email: string | null };
};

export type SandboxBalanceTransaction = {
  id: string;
  object: 'balance_transaction';
  /** Negative if the money leaves the balance. */
  amount: number;
  available_on: number;
  balance_type: 'payments';
  created: number;
  currency: string;
  description: string | null;
  exchange_rate: null;
  fee: number;
  fee_details: { amount: number; application: null; currency: string; description: string; type: 'stripe_fee' }[];
  net: number;
  reporting_category: 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal';
  source: string;
  status: 'available' | 'pending';
  type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  /** Payment to which the source belongs. */
  sandbox_intent: string;
};

export type SandboxWebhookEndpoint = {
  id: string;
  object: 'webhook_endpoint';
  api_version: string | null;
  application: null;
  created: number;
  description: string | null;
  enabled_events: string[];
  livemode: false;
  metadata: Record<string, string>;
  status: 'enabled' | 'deleted';
  url: string;
};

export type SandboxObject =
  | SandboxCharge
  | SandboxRefund
  | SandboxDispute
  | SandboxSession
  | SandboxBalanceTransaction
  | SandboxWebhookEndpoint;

export type Entity = SandboxIntent | SandboxObject;
export type Kind = Entity['object'];
export type EntityOf<K extends Kind> = Extract<Entity, { object: K }>;

export const isOf =
  <K extends Kind>(kind: K) =>
  (entity: Entity): entity is EntityOf<K> =>
    entity.object === kind;
