import { redirect } from 'react-router';

import { linkedAccount } from '#modules/accounts/known-devices.server.ts';
import { allowDevice } from '#modules/accounts/sign-in.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { formAction } from '../forms/form-action.server.ts';
import type { Route } from './+types/auth-device.ts';
import { AuthForm, AuthFrame } from './auth-frame.tsx';
import { titled } from '../page-meta.ts';

export const meta = titled('Allow This Browser');

const dead = '/auth?error=DEVICE_LINK';
const tokenOf = (request: Request) => (new URL(request.url).searchParams.get('token') ?? '').slice(0, 500);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx } = context.get(pageRequest);
  if ((await linkedAccount(ctx, tokenOf(request))) === null) throw redirect(dead);
  return null;
}

export const action = formAction({
  allow: async (sent) => redirect((await allowDevice(sent, tokenOf(sent.request))) ? '/auth?device=1' : dead, 303),
});

export default function DevicePage() {
  const other = <p className="text-sm text-soft">On a computer that is not yours, close this page: nothing happens.</p>;
  return (
    <AuthFrame title="Is this your browser?">
      <AuthForm name="allow" submit="Allow this browser" beside={other}>
        <p>Press the button in the browser in which you want to sign in.</p>
        <p className="text-soft">
          From then on it can sign in to your account, with your password, however often others try to.
        </p>
      </AuthForm>
    </AuthFrame>
  );
}
