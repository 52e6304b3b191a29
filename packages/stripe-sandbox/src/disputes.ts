import { randomBytes } from 'node:crypto';

import type { Db } from './database.ts';

import { done, invalid, seconds, type Answer, type Form } from './answers.ts';
import { emit } from './events.ts';
import type { SandboxCharge, SandboxDispute } from './objects.ts';
import { noSuch } from './reads.ts';
import * as repo from './repo.ts';
import { textsOf, type DisputeBeginning } from './rules.ts';

const weekSeconds = 7 * 24 * 3_600;

/** The customer's bank questions a charge. */
export async function openDispute(tx: Db, charge: SandboxCharge, { reason, status }: DisputeBeginning): Promise<void> {
  const dispute: SandboxDispute = {
    id: `dp_${randomBytes(12).toString('hex')}`,
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    evidence: {},
    evidence_details: {
      due_by: seconds() + weekSeconds,
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
  await repo.updateObject(tx, { ...charge, disputed: true });
  await repo.insertObject(tx, dispute, charge.payment_intent);
  await emit(tx, 'charge.dispute.created', dispute);
}

/** Runs `work` with a dispute that can still be answered, held for the transaction. */
async function whileOpen(tx: Db, id: string, work: (dispute: SandboxDispute) => Promise<Answer>): Promise<Answer> {
  const dispute = await repo.lockObject(tx, 'dispute', id);
  if (dispute === null) return noSuch('dispute', id);
  const isOpen = ['needs_response', 'warning_needs_response'].includes(dispute.status);
  return isOpen ? work(dispute) : invalid('This dispute is already closed', 'dispute_already_closed');
}

async function close(tx: Db, dispute: SandboxDispute, status: SandboxDispute['status']): Promise<Answer> {
  const closed = { ...dispute, status };
  await repo.updateObject(tx, closed);
  await emit(tx, 'charge.dispute.closed', closed);
  return done(closed);
}

/** Takes evidence; as at the provider, the text `winning_evidence` wins and `losing_evidence` loses. */
export function updateDispute(tx: Db, id: string, form: Form): Promise<Answer> {
  return whileOpen(tx, id, async (dispute) => {
    const evidence = { ...dispute.evidence, ...textsOf(form.evidence) };
    const next: SandboxDispute = {
      ...dispute,
      evidence,
      evidence_details: { ...dispute.evidence_details, has_evidence: Object.keys(evidence).length > 0 },
      metadata: { ...dispute.metadata, ...textsOf(form.metadata) },
    };
    const isInquiry = dispute.status.startsWith('warning');
    const { uncategorized_text: text } = evidence;
    if (text === 'winning_evidence') return close(tx, next, isInquiry ? 'warning_closed' : 'won');
    if (text === 'losing_evidence') return close(tx, next, 'lost');
    await repo.updateObject(tx, next);
    await emit(tx, 'charge.dispute.updated', next);
    return done(next);
  });
}

/** Gives a dispute up: it is lost. */
export function closeDispute(tx: Db, id: string): Promise<Answer> {
  return whileOpen(tx, id, (dispute) => close(tx, dispute, 'lost'));
}
