import { okResponse, missing, page, type ApiResponse } from './responses.ts';
import type { Form } from './cards.ts';
import type { Db } from './database.ts';
import * as repo from './queries.ts';
import type { EntityOf, Kind, SandboxObject } from './objects.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Parameter name of an object's id in API errors. */
const params: Record<Kind, string> = {
  payment_intent: 'intent',
  charge: 'id',
  refund: 'id',
  dispute: 'dispute',
  balance_transaction: 'id',
  'checkout.session': 'session',
  webhook_endpoint: 'webhook_endpoint',
};

export const noSuch = (kind: Kind, id: string): ApiResponse => missing(kind, id, params[kind]);

type About<K extends Kind> = (work: UnitOfWork, found: EntityOf<K>, form: Form) => ApiResponse;

/** Handles a call about one object. By default it returns the object itself. */
export const about =
  <K extends Kind>(kind: K, answer: About<K> = (_work, found) => okResponse(found)) =>
  async (work: UnitOfWork, { id, form }: { id: string; form: Form }): Promise<ApiResponse> => {
    const found = await work.find(kind, id);
    return found === null ? noSuch(kind, id) : answer(work, found, form);
  };

type ListRequest = { path: string; query: URLSearchParams };

/**
 * Lists the objects of a payment, given by its id or its charge's; else those created since a time.
 * Newest first.
 */
export async function listObjects(
  db: Db,
  kind: SandboxObject['object'],
  { path, query }: ListRequest,
): Promise<ApiResponse> {
  const intentId = query.get('payment_intent') ?? query.get('charge')?.replace(/^ch_/, 'pi_');
  const since = new Date(Number(query.get('created[gte]') ?? 0) * 1000);
  const found = await (intentId === undefined
    ? repo.listObjectsSince(db, kind, since)
    : repo.listObjectsOf(db, kind, intentId));
  return page(path, query, found);
}
