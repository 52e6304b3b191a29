import { done, missing, page, type Answer } from './answers.ts';
import type { Db } from './database.ts';
import type { SandboxObject } from './objects.ts';
import * as repo from './repo.ts';
import type { UnitOfWork } from './unit-of-work.ts';

type Kind = SandboxObject['object'];

/** What the API calls the id of an object in a refusal. */
const params: Record<Kind, string> = { charge: 'id', refund: 'id', dispute: 'dispute', 'checkout.session': 'session' };

export const noSuch = (kind: Kind, id: string): Answer => missing(kind, id, params[kind]);

export async function readObject(work: UnitOfWork, kind: Kind, id: string): Promise<Answer> {
  const found = await work.find(kind, id);
  return found === null ? noSuch(kind, id) : done(found);
}

type Asked = { path: string; query: URLSearchParams };

/** Objects of a payment, named by itself or by its charge, else those made since a moment; the newest first. */
export async function listObjects(db: Db, kind: Kind, { path, query }: Asked): Promise<Answer> {
  const intentId = query.get('payment_intent') ?? query.get('charge')?.replace(/^ch_/, 'pi_');
  const since = new Date(Number(query.get('created[gte]') ?? 0) * 1000);
  const found = await (intentId === undefined
    ? repo.listObjectsSince(db, kind, since)
    : repo.listObjectsOf(db, kind, intentId));
  return page(path, query, found);
}
