import { useEffect, useState } from 'react';
import { Form, useNavigation, useSearchParams } from 'react-router';

import { trackRefusals, type TrackingInfo } from '#modules/tracking/contract.ts';
import { orderOfToken, trackingOf, trackOrder } from '#modules/tracking/service.server.ts';
import { TrackingResult } from '#modules/tracking/ui/tracking-result.tsx';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast.tsx';

import type { Route } from './+types/track.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Track Your Order | halorosa' },
  { name: 'description', content: 'Enter your order number and e-mail to see where your order is.' },
];

type Lookup = { info: TrackingInfo | null; message: string | null };
type Context = Route.LoaderArgs['context'];

const nothing: Lookup = { info: null, message: null };
const notFound: Lookup = { info: null, message: trackRefusals.not_found };

async function lookUp(context: Context, orderNumber: string, email: string): Promise<Lookup> {
  const { ctx, visitor, limits } = context.get(pageRequest);
  const found = await trackOrder(ctx, limits, { orderNumber, email, ip: visitor.ip });
  return found.ok ? { info: found.value, message: null } : { info: null, message: trackRefusals[found.reason] };
}

/** An address with number and e-mail, or with a mail's signed link, is looked up at once. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Lookup> {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get('token');
  if (token !== null) {
    const order = await orderOfToken(context.get(pageRequest).ctx, token);
    return order === null ? notFound : { info: trackingOf(order), message: null };
  }
  const orderNumber = searchParams.get('order') ?? '';
  const email = searchParams.get('email') ?? '';
  return orderNumber === '' || email === '' ? nothing : lookUp(context, orderNumber, email);
}

export async function action({ context, request }: Route.ActionArgs): Promise<Lookup> {
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.slice(0, 255) : '';
  };
  return lookUp(context, text('orderNumber'), text('email'));
}

/** Says what came of a lookup, and takes number and e-mail out of the address bar. */
function useAnnounced(lookup: Lookup): void {
  const [search, setSearch] = useSearchParams();
  const isNamed = search.has('order') || search.has('email') || search.has('token');
  useEffect(() => {
    if (lookup.info !== null) toast({ title: 'Order Found!' });
    else if (lookup.message === trackRefusals.not_found) {
      toast({
        title: 'Order not found',
        description: 'Please verify your order number and email address are correct.',
        destructive: true,
      });
    }
  }, [lookup]);
  useEffect(() => {
    // The page stays as it is: only what stands in the address bar goes.
    if (isNamed) window.history.replaceState(window.history.state, '', '/track');
  }, [isNamed, setSearch]);
}

function inlineMessage(message: string): string {
  if (message !== trackRefusals.not_found) return message;
  return `${message}. Please check your order number and email address.`;
}

function LookupForm({ message }: { message: string | null }) {
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="mx-auto max-w-md space-y-4 rounded-card border border-line bg-white p-6 text-left md:p-8">
      <Field id="orderNumber" name="orderNumber" label="Order number" placeholder="HR-7K3QX9M2" autoComplete="off" autoCapitalize="characters" />
      <Field id="email" name="email" label="Email address" type="email" autoComplete="email" />
      {message === null ? null : (
        <p role="alert" className="text-berry">
          {inlineMessage(message)}
        </p>
      )}
      <Button type="submit" busy={busy} className="w-full">
        {busy ? 'Looking...' : 'Track Order'}
      </Button>
    </Form>
  );
}

export default function TrackPage({ loaderData, actionData }: Route.ComponentProps) {
  const lookup = actionData ?? loaderData;
  const [again, setAgain] = useState<Lookup | null>(null);
  useAnnounced(lookup);
  const isAgain = again === lookup;
  return (
    <div className="mx-auto max-w-3xl space-y-8 px-4 pt-12 text-center sm:px-6">
      <div>
        <h1 className="text-5xl">Track Your Order</h1>
        <p className="mt-3 text-soft">Your order number is in your confirmation mail.</p>
      </div>
      {lookup.info === null || isAgain ? (
        <LookupForm message={isAgain ? null : lookup.message} />
      ) : (
        <>
          <TrackingResult info={lookup.info} />
          <Button look="second" onClick={() => setAgain(lookup)}>
            Track Another Order
          </Button>
        </>
      )}
    </div>
  );
}
