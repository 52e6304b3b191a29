import { cartIdOf } from '#modules/cart/cart.server.ts';
import { linesOfCart } from '#modules/cart/cart.queries.server.ts';
import { typedCode } from '#modules/discounts/discounts.schema.ts';
import { linkedCodeCookie } from '#modules/discounts/linked-code.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { ButtonLink } from '#ui/button.tsx';

import { pageContent } from '../page-content.server.ts';
import { titled } from '../page-meta.ts';
import type { Route } from './+types/apply-code.ts';

export const meta = (args: Route.MetaArgs) => titled(args.loaderData?.texts.title ?? '')(args);

/**
 * Reads the code from the address without looking it up, so that links cannot be used to guess
 * codes. The checkout tries it.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const read = typedCode.safeParse(params.code);
  if (!read.success) throw notFound();
  const request = context.get(pageRequest);
  const { ctx, visitor, headers } = request;
  const { data: code } = read;
  headers.append('set-cookie', linkedCodeCookie(code, ctx.settings.publicUrl));
  const cartId = await cartIdOf(ctx.db, visitor);
  const lines = cartId === null ? [] : await linesOfCart(ctx.db, cartId);
  const { code: texts } = (await pageContent(request)).offers;
  return { code, texts, hasItems: lines.length > 0 };
}

export default function CodePage({ loaderData: { code, texts, hasItems } }: Route.ComponentProps) {
  return (
    <section className="mx-auto max-w-lg space-y-6 px-6 py-16 text-center md:py-24">
      <h1 className="text-5xl">{texts.title}</h1>
      <p className="break-all rounded-2xl bg-petal p-5 text-2xl font-medium tracking-wide text-wine">{code}</p>
      <p>{texts.text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {hasItems ? <ButtonLink to="/checkout">{texts.checkout}</ButtonLink> : null}
        <ButtonLink to="/product" {...(hasItems ? { look: 'second' } : {})}>
          {texts.product}
        </ButtonLink>
      </div>
    </section>
  );
}
