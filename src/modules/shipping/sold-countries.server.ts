import type { Actor } from '#modules/audit/audit-log.ts';
import { recordEdit, versionToken } from '#modules/audit/audit-log.server.ts';
import type { Ctx } from '#platform/ctx.server.ts';
import type { Db } from '#platform/db/database.server.ts';
import { inResultTransaction } from '#platform/db/transaction.server.ts';
import { countries, type CountryCode } from '#shared/countries.ts';
import { refuse, type Result } from '#shared/result.ts';

import { lockOptions } from './shipping-options.queries.server.ts';
import { missingOptionRefusal, type CountriesRefusal } from './shipping-options.schema.ts';
import { withoutOption } from './shipping-options.ts';
import type { SoldCountries } from './shipping-terms.ts';
import { findSoldCountries, storeSoldCountries } from './sold-countries.queries.server.ts';

/** Returns countries as a version token and the audit log have them. */
const soldFields = (sold: SoldCountries) => ({ sellsTo: countries.filter((code) => sold.includes(code)) });

/** Returns the countries that the shop sells to, with the version token that an edit must send. */
export async function soldCountriesView(db: Db): Promise<{ sold: CountryCode[]; version: string }> {
  const sold = await findSoldCountries(db);
  return { sold, version: versionToken(soldFields(sold)) };
}

/**
 * Stores the countries that the shop sells to. Orders stay as they are; open checkouts to another
 * country cannot be paid. Refuses `no_country`, `no_option_to` for a country that is added without
 * an active option, and `changed_meanwhile`.
 */
export function decideSoldCountries(
  ctx: Ctx,
  actor: Actor,
  { sold: chosen, version }: { sold: readonly string[]; version: string },
): Promise<Result<null, CountriesRefusal>> {
  const sold = countries.filter((code) => chosen.includes(code));
  return inResultTransaction<Result<null, CountriesRefusal>>(ctx.db, async (tx) => {
    const options = await lockOptions(tx);
    const present = await findSoldCountries(tx);
    const [missing] = withoutOption(
      options,
      sold.filter((code) => !present.includes(code)),
    );
    const store = async () => {
      if (sold.length === 0) return refuse('no_country');
      if (missing !== undefined) return missingOptionRefusal(missing);
      return storeSoldCountries(tx, sold);
    };
    const [before, after] = [soldFields(present), soldFields(sold)];
    return recordEdit(tx, actor, {
      action: 'shipping.countries',
      subject: 'shipping:countries',
      before,
      after,
      version,
      store,
    });
  });
}
