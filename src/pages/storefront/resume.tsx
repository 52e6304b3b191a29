import { useEffect } from 'react';
import { Form, useNavigation } from 'react-router';

import { automations } from '#content/automations.ts';
import { site } from '#content/site.ts';
import { loadCart, openCart } from '#modules/buying/cart/ui/cart-store.ts';
import { leftItems, refillCart, type LeftItem } from '#modules/persuading/automations/service.server.ts';
import { notFound } from '#platform/http/errors.server.ts';
import { cartCookie } from '#platform/http/guest-cookie.server.ts';
import { pageRequest, type PageRequest } from '#platform/http/page-context.server.ts';
import { newToken } from '#platform/session/token.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';

import type { Route } from './+types/resume.ts';

export const meta: Route.MetaFunction = () => [{ title: `Your Cart | ${site.name}` }];

async function itemsBehind({ ctx }: PageRequest, letter: string): Promise<LeftItem[]> {
  const items = await leftItems(ctx, letter);
  if (items === null) throw notFound();
  return items;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const items = await itemsBehind(context.get(pageRequest), params.letter);
  return { items: items.map(({ name, imageUrl, quantity }) => ({ name, imageUrl, quantity })) };
}

/** Puts the items into the cart of whoever opened the link; a browser without one gets one. */
export async function action({ context, params }: Route.ActionArgs) {
  const request = context.get(pageRequest);
  const { ctx, visitor, headers } = request;
  const items = await itemsBehind(request, params.letter);
  const isKnown = visitor.user !== null || visitor.cartToken !== null;
  const cartToken = isKnown ? visitor.cartToken : newToken();
  await refillCart(ctx, { ...visitor, cartToken }, items);
  if (!isKnown && cartToken !== null) headers.append('set-cookie', cartCookie(ctx.settings, cartToken));
  return { isReady: true };
}

/** Shows the cart once it holds the items. */
function useOpenCart(isReady: boolean): void {
  useEffect(() => {
    if (isReady) void loadCart().then(openCart);
  }, [isReady]);
}

export default function ResumePage({ loaderData: { items }, actionData }: Route.ComponentProps) {
  const isReady = actionData?.isReady === true;
  const busy = useNavigation().state === 'submitting';
  useOpenCart(isReady);
  return (
    <section className="mx-auto max-w-lg space-y-6 px-6 py-16 text-center md:py-24">
      <h1 className="text-5xl">{isReady ? 'Your cart is ready' : 'Welcome back'}</h1>
      <ul className="space-y-2">
        {items.map(({ name, imageUrl, quantity }) => (
          <li key={name} className="flex items-center gap-4 rounded-2xl border border-line bg-white p-4 text-left">
            <img
              src={`${imageUrl}-480.webp`}
              alt=""
              width={72}
              height={72}
              className="size-16 rounded-xl object-cover"
            />
            <span>
              <span className="block font-medium">{name}</span>
              <span className="block text-sm text-soft">Quantity {quantity}</span>
            </span>
          </li>
        ))}
      </ul>
      {isReady ? (
        <ButtonLink to="/checkout">Continue to checkout</ButtonLink>
      ) : (
        <Form method="post">
          <Button type="submit" busy={busy}>
            {automations.abandoned.action}
          </Button>
        </Form>
      )}
    </section>
  );
}
