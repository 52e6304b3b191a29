import { Form, redirect, useNavigation } from 'react-router';

import { site } from '#content/site.ts';
import { accountOfLink } from '#modules/people/accounts/devices/service.server.ts';
import { pageAuth } from '#modules/people/accounts/page-auth/service.server.ts';
import { allowDevice } from '#modules/people/accounts/sign-in/service.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { Button } from '#ui/button.tsx';
import { sendForm } from '#ui/send-form.ts';

import type { Route } from './+types/auth-device.ts';
import { AuthFrame, card } from './auth-frame.tsx';

export const meta: Route.MetaFunction = () => [{ title: `Allow This Browser | ${site.name}` }];

const dead = '/auth?error=DEVICE_LINK';
const tokenOf = (request: Request) => (new URL(request.url).searchParams.get('token') ?? '').slice(0, 500);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  if ((await accountOfLink(ctx, tokenOf(request))) === null) throw redirect(dead);
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const { visitor, headers } = context.get(pageRequest);
  const caller = { auth: context.get(pageAuth), request, sender: visitor };
  const { cookies, isDone } = await allowDevice(caller, tokenOf(request));
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  throw redirect(isDone ? '/auth?device=1' : dead, 303);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(() => serverAction());
}

export default function DevicePage() {
  const busy = useNavigation().formMethod === 'POST';
  return (
    <AuthFrame title="Is this your browser?">
      <Form method="post" className={card}>
        <p>Press the button in the browser in which you want to sign in.</p>
        <p className="text-soft">
          From then on it can sign in to your account, with your password, however often others try to.
        </p>
        <Button type="submit" busy={busy} className="w-full">
          {busy ? 'One moment...' : 'Allow this browser'}
        </Button>
        <p className="text-sm text-soft">On a computer that is not yours, close this page: nothing happens.</p>
      </Form>
    </AuthFrame>
  );
}
