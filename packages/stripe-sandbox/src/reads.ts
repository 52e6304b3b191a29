import { okAnswer, missing, page, type Answer, type Form } from './answers.ts';
import type { Db } from './database.ts';
import * as repo from './repo.ts';
import type { SandboxObject } from './objects.ts';
import type { EntityOf, Kind } from './store.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** What the API calls the id of an object in a refusal. */
const params: Record<Kind, string> = {
  payment_intent: 'intent',
  charge: 'id',
  refund: 'id',
  dispute: 'dispute',
  'checkout.session': 'session',
};

export const noSuch = (kind: Kind, id: string): Answer => missing(kind, id, params[kind]);

type About<K extends Kind> = (work: UnitOfWork, found: EntityOf<K>, form: Form) => Answer;

/** A call about one object: answers with the object itself where nothing else is said. */
export const about =
  <K extends Kind>(kind: K, answer: About<K> = (_work, found) => okAnswer(found)) =>
  async (work: UnitOfWork, { id, form }: { id: string; form: Form }): Promise<Answer> => {
    const found = await work.find(kind, id);
    return found === null ? noSuch(kind, id) : answer(work, found, form);
  };

type Asked = { path: string; query: URLSearchParams };

/** Objects of a payment, named by itself or by its charge, else those made since a moment; the newest first. */
export async function listObjects(db: Db, kind: SandboxObject['object'], { path, query }: Asked): Promise<Answer> {
  const intentId = query.get('payment_intent') ?? query.get('charge')?.replace(/^ch_/, 'pi_');
  const since = new Date(Number(query.get('created[gte]') ?? 0) * 1000);
  const found = await (intentId === undefined
    ? repo.listObjectsSince(db, kind, since)
    : repo.listObjectsOf(db, kind, intentId));
  return page(path, query, found);
}
