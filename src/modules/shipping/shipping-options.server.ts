import type { Db } from '#platform/db/database.server.ts';
import type { Actor } from '#modules/audit/audit-log.ts';
import { recordChange, recordEdit, versionToken } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { ok, refuse, type Result } from '#shared/result.ts';

import { insertOption, listOptions, lockOptions, updateOption } from './shipping-options.queries.server.ts';
import {
  type EditableOption,
  type OptionEdit,
  editableFields,
  hasActiveOption,
  moved,
  withoutOption,
} from './shipping-options.ts';
import type { SoldCountries } from './shipping-terms.ts';
import { missingOptionRefusal, type OptionRefusal } from './shipping-options.schema.ts';
import { findSoldCountries } from './sold-countries.queries.server.ts';

/**
 * Returns every option in the shop's order, inactive ones included, with the version token that an
 * edit must send.
 */
export async function allShippingOptions(db: Db): Promise<(EditableOption & { version: string })[]> {
  return (await listOptions(db)).map((option) => ({ ...option, version: versionToken(editableFields(option)) }));
}

type Edited = Result<null, OptionRefusal>;
const subjectOf = (name: string) => `shipping:${name}`;

/** Appends an option. */
export function createOption(ctx: Ctx, actor: Actor, edit: OptionEdit): Promise<Edited> {
  return inResultTransaction<Edited>(ctx.db, async (tx) => {
    const options = await lockOptions(tx);
    const after = editableFields(edit);
    const last = Math.max(0, ...options.map((option) => option.sortOrder));
    await insertOption(tx, { ...after, sortOrder: last + 1 });
    await recordChange(tx, actor, { action: 'shipping.create', subject: subjectOf(edit.name), before: null, after });
    return ok(null);
  });
}

type Edit = OptionEdit & { id: string; version: string };

type Offered = readonly Pick<EditableOption, 'isActive' | 'countries'>[];
type OptionChange = { before: Offered; after: Offered; sold: SoldCountries };

/** Refuses a change that takes the last active option of the shop, or of a country it sells to. */
function editRefusal({ before, after, sold }: OptionChange) {
  if (hasActiveOption(before) && !hasActiveOption(after)) return refuse('last_active');
  const covered = sold.filter((country) => withoutOption(before, [country]).length === 0);
  const [missing] = withoutOption(after, covered);
  return missing === undefined ? null : missingOptionRefusal(missing);
}

/**
 * Changes an option. Open checkouts keep what they agreed. Refuses what would leave the shop, or a
 * country that it sells to, without an active option.
 */
export function editOption(ctx: Ctx, actor: Actor, { id, version, ...edit }: Edit): Promise<Edited> {
  return inResultTransaction<Edited>(ctx.db, async (tx) => {
    const options = await lockOptions(tx);
    const row = options.find((option) => option.id === id);
    if (row === undefined) return refuse('gone');
    const before = editableFields(row);
    const after = editableFields(edit);
    const edited = options.map((option) => (option.id === id ? after : option));
    const refusal = editRefusal({ before: options, after: edited, sold: await findSoldCountries(tx) });
    const store = async () => refusal ?? updateOption(tx, id, after);
    const subject = subjectOf(row.name);
    return recordEdit(tx, actor, { action: 'shipping.edit', subject, before, after, version, store });
  });
}

type Move = { id: string; direction: 'up' | 'down' };

/** Moves an option one position up or down. The first one is preselected in checkouts. */
export function moveOption(ctx: Ctx, actor: Actor, { id, direction }: Move): Promise<Edited> {
  return inResultTransaction<Edited>(ctx.db, async (tx) => {
    const options = await lockOptions(tx);
    const row = options.find((option) => option.id === id);
    if (row === undefined) return refuse('gone');
    const before = options.map((option) => option.id);
    const after = moved(before, id, direction);
    for (const [index, one] of after.entries()) await updateOption(tx, one, { sortOrder: index + 1 });
    const nameOf = (one: string) => options.find((option) => option.id === one)?.name;
    const change = { before: { order: before.map(nameOf) }, after: { order: after.map(nameOf) } };
    await recordChange(tx, actor, { action: 'shipping.order', subject: subjectOf(row.name), ...change });
    return ok(null);
  });
}
