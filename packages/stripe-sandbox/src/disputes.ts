import { randomBytes } from 'node:crypto';

import type { Db } from './database.ts';

import { done, invalid, missing, page, seconds, type Answer, type Form } from './answers.ts';
import { emit } from './events.ts';
import type { SandboxCharge, SandboxDispute } from './objects.ts';
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

const isOpen = ({ status }: SandboxDispute) => ['needs_response', 'warning_needs_response'].includes(status);

async function close(tx: Db, dispute: SandboxDispute, status: SandboxDispute['status']): Promise<Answer> {
  const closed = { ...dispute, status };
  await repo.updateObject(tx, closed);
  await emit(tx, 'charge.dispute.closed', closed);
  return done(closed);
}

/** Takes evidence; as at the provider, the text `winning_evidence` wins and `losing_evidence` loses. */
export async function updateDispute(tx: Db, id: string, form: Form): Promise<Answer> {
  const dispute = await repo.lockObject(tx, 'dispute', id);
  if (dispute === null) return missing('dispute', id, 'dispute');
  if (!isOpen(dispute)) return invalid('This dispute is already closed', 'dispute_already_closed');
  const evidence = { ...dispute.evidence, ...textsOf(form.evidence) };
  const next: SandboxDispute = {
    ...dispute,
    evidence,
    evidence_details: { ...dispute.evidence_details, has_evidence: Object.keys(evidence).length > 0 },
    metadata: { ...dispute.metadata, ...textsOf(form.metadata) },
  };
  const isInquiry = dispute.status.startsWith('warning');
  if (evidence.uncategorized_text === 'winning_evidence') return close(tx, next, isInquiry ? 'warning_closed' : 'won');
  if (evidence.uncategorized_text === 'losing_evidence') return close(tx, next, 'lost');
  await repo.updateObject(tx, next);
  await emit(tx, 'charge.dispute.updated', next);
  return done(next);
}

/** Gives a dispute up: it is lost. */
export async function closeDispute(tx: Db, id: string): Promise<Answer> {
  const dispute = await repo.lockObject(tx, 'dispute', id);
  if (dispute === null) return missing('dispute', id, 'dispute');
  if (!isOpen(dispute)) return invalid('This dispute is already closed', 'dispute_already_closed');
  return close(tx, dispute, 'lost');
}

export async function readDispute(db: Db, id: string): Promise<Answer> {
  const dispute = await repo.findObject(db, 'dispute', id);
  return dispute === null ? missing('dispute', id, 'dispute') : done(dispute);
}

export async function listDisputes(db: Db, path: string, query: URLSearchParams): Promise<Answer> {
  const intentId = query.get('payment_intent');
  const since = new Date(Number(query.get('created[gte]') ?? 0) * 1000);
  const disputes =
    intentId === null
      ? await repo.listObjectsSince(db, 'dispute', since)
      : await repo.listObjectsOf(db, 'dispute', intentId);
  return page(path, query, disputes);
}
