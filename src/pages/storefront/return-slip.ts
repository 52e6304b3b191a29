import { returnSlipPdf } from '#modules/after/pdfs/service.server.ts';
import { returnCode } from '#modules/buying/orders/returns/rules.ts';
import { returnById } from '#modules/buying/orders/returns/service.server.ts';
import { orderById } from '#modules/buying/orders/service.server.ts';
import { orderIdOf } from '#modules/buying/orders/token/service.server.ts';
import { shopSettings } from '#modules/ground/settings/service.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isUuid } from '#shared/uuid.ts';

import { pdfFile } from '../pdf-file.server.ts';
import type { Route } from './+types/return-slip.ts';

/** The slip of a return, for whoever has the link of its order. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { ctx } = context.get(pageRequest);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const orderId = orderIdOf(ctx.settings.sessionSecret, token, ctx.now());
  const one = isUuid(params.id) ? await returnById(ctx.db, params.id) : null;
  if (orderId === null || one === null || one.orderId !== orderId) throw notFound();
  const order = await orderById(ctx.db, orderId);
  if (order === null) throw notFound();
  const { seller } = await shopSettings(ctx.db);
  return pdfFile(`return-slip-${returnCode(one.id)}`, await returnSlipPdf(order, one, seller));
}
