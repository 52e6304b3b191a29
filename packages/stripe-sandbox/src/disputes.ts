import { okResponse, invalid, newId, seconds, type ApiResponse } from './responses.ts';
import { bookDispute, bookDisputeReversal } from './balance-transactions.ts';
import { emit } from './events.ts';
import type { SandboxCharge, SandboxDispute } from './objects.ts';
import { textsOf, type DisputeBeginning, type Form } from './cards.ts';
import type { UnitOfWork } from './unit-of-work.ts';

const weekSeconds = 7 * 24 * 3_600;

/** True when the bank only asks, so that no money has moved. */
const isInquiry = ({ status }: SandboxDispute) => status.startsWith('warning');

/** Returns a dispute that the bank opened at a second, with a week for the evidence. */
export function disputeOf(
  charge: SandboxCharge,
  { reason, status }: DisputeBeginning,
  created = seconds(),
): SandboxDispute {
  return {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence: {},
    evidence_details: {
      due_by: created + weekSeconds,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: status.startsWith('warning'),
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status,
  };
}

/** Opens a dispute of a charge, as the customer's bank does. */
export function openDispute(work: UnitOfWork, charge: SandboxCharge, beginning: DisputeBeginning): void {
  const dispute = disputeOf(charge, beginning);
  work.put({ ...charge, disputed: true });
  work.put(dispute);
  if (!isInquiry(dispute)) bookDispute(work, dispute);
  emit(work, 'charge.dispute.created', dispute);
}

type Change = (work: UnitOfWork, dispute: SandboxDispute, form: Form) => ApiResponse;

/** Wraps a change so that it is refused once the dispute is closed. */
export const whileOpen =
  (change: Change): Change =>
  (work, dispute, form) => {
    const isOpen = ['needs_response', 'warning_needs_response'].includes(dispute.status);
    return isOpen ? change(work, dispute, form) : invalid('This dispute is already closed', 'dispute_already_closed');
  };

function close(work: UnitOfWork, dispute: SandboxDispute, status: SandboxDispute['status']): ApiResponse {
  const closed = { ...dispute, status };
  work.put(closed);
  if (status === 'won') bookDisputeReversal(work, closed);
  // A lost inquiry becomes a chargeback.
  if (status === 'lost' && isInquiry(dispute)) bookDispute(work, closed);
  emit(work, 'charge.dispute.closed', closed);
  return okResponse(closed);
}

/**
 * Stores evidence. Like at the provider, the text `winning_evidence` wins and `losing_evidence`
 * loses.
 */
export function updateDispute(work: UnitOfWork, dispute: SandboxDispute, form: Form): ApiResponse {
  const evidence = { ...dispute.evidence, ...textsOf(form.evidence) };
  const next: SandboxDispute = {
    ...dispute,
    evidence,
    evidence_details: { ...dispute.evidence_details, has_evidence: Object.keys(evidence).length > 0 },
    metadata: { ...dispute.metadata, ...textsOf(form.metadata) },
  };
  const { uncategorized_text: text } = evidence;
  if (text === 'winning_evidence') return close(work, next, isInquiry(dispute) ? 'warning_closed' : 'won');
  if (text === 'losing_evidence') return close(work, next, 'lost');
  work.put(next);
  emit(work, 'charge.dispute.updated', next);
  return okResponse(next);
}

/** Closes a dispute as lost. */
export function closeDispute(work: UnitOfWork, dispute: SandboxDispute): ApiResponse {
  return close(work, dispute, 'lost');
}
