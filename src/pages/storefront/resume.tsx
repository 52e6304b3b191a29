import { redirect } from 'react-router';

import { leftItems, refillCart, type LeftItem } from '#modules/marketing/automations.server.ts';
import { notFound } from '#platform/http/http-error.server.ts';
import { pageRequest, type PageRequest } from '#platform/http/page-context.server.ts';
import { ButtonLink } from '#ui/button.tsx';

import { ActionForm } from '../forms/action-form.tsx';
import { formAction } from '../forms/form-action.server.ts';
import { titled } from '../page-meta.ts';
import type { Route } from './+types/resume.ts';
import { ensureCartIdentity } from './ensure-cart-identity.server.ts';

export const meta = titled('Your Cart');

async function itemsBehind({ ctx }: PageRequest, letter: string): Promise<LeftItem[]> {
  const items = await leftItems(ctx, letter);
  if (items === null) throw notFound();
  return items;
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const items = await itemsBehind(context.get(pageRequest), params.letter);
  const isReady = new URL(request.url).searchParams.has('ready');
  return { isReady, items: items.map(({ name, imageUrl, quantity }) => ({ name, imageUrl, quantity })) };
}

export const action = formAction({
  /**
   * Puts the items into the visitor's cart and shows it. A browser without a cart gets one.
   * Redirects to the product page, which says so, if nothing is available any more.
   */
  async refill({ context, ctx, params: { letter = '' } }) {
    const request = context.get(pageRequest);
    const items = await itemsBehind(request, letter);
    const { shopper, remember } = ensureCartIdentity(request);
    if (!(await refillCart(ctx, shopper, items))) return redirect('/product');
    remember();
    return redirect(`/resume/${letter}?ready&cart=open`);
  },
});

export default function ResumePage({ loaderData: { items, isReady } }: Route.ComponentProps) {
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
              <span className="block text-sm text-soft">{`Quantity ${quantity}`}</span>
            </span>
          </li>
        ))}
      </ul>
      {isReady ? (
        <ButtonLink to="/checkout">Continue to checkout</ButtonLink>
      ) : (
        <ActionForm name="refill" submit="Return to my cart" className="[&>div]:justify-center" />
      )}
    </section>
  );
}
