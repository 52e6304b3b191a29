import { pdfShop, returnSlipPdf } from '#modules/orders/order-pdfs.server.ts';
import { returnCode } from '#modules/orders/returns.ts';
import { findReturn } from '#modules/orders/returns.server.ts';
import { findOrder } from '#modules/orders/orders.server.ts';
import { orderIdOf } from '#modules/orders/order-token.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { isUuid } from '#shared/uuid.ts';

import { pdfFile } from '../pdf-files.server.ts';
import type { Route } from './+types/return-slip.ts';

/** Serves the slip of a return to any holder of its order's link. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const { ctx } = context.get(pageRequest);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  const orderId = orderIdOf(ctx.settings.sessionSecret, token, ctx.now());
  const one = isUuid(params.id) ? await findReturn(ctx.db, params.id) : null;
  if (orderId === null || one === null || one.orderId !== orderId) throw notFound();
  const order = await findOrder(ctx.db, orderId);
  if (order === null) throw notFound();
  return pdfFile(`return-slip-${returnCode(one.id)}`, await returnSlipPdf(order, one, await pdfShop(ctx)));
}
