import { shopPersonalData } from '#app/personal-data-registry.server.ts';
import { customerById } from '#modules/customers/customers.server.ts';
import { exportCustomer } from '#modules/privacy/export-erase.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';

import { recordExport } from '../record-export.server.ts';
import { adminAction } from '../forms/form-action.server.ts';

/** Sends all data that the shop stores about a customer as a file. A form, because it is logged. */
export const action = adminAction('/admin/customers/:id/data.json', {
  export: async (sent) => {
    const { ctx, actor, params } = sent;
    const customer = await customerById(ctx.db, params.id ?? '');
    if (customer === null) throw notFound();
    const records = await exportCustomer(ctx, shopPersonalData, { actor, customer });
    await recordExport(sent);
    return new Response(JSON.stringify(records, null, 2), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="customer-data.json"',
        'cache-control': 'private, no-store',
      },
    });
  },
});

export function loader(): never {
  throw notFound();
}
