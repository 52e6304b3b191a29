import { redirect } from 'react-router';

import { useSite } from '#modules/content/ui/use-site.ts';
import { deviceHashOf } from '#modules/accounts/known-devices.server.ts';
import { deadLinkCodes, readLink } from '#modules/accounts/sign-up.server.ts';
import { afterDeadLink } from '#modules/accounts/sign-in.ts';
import { confirmAddress } from '#modules/accounts/sign-in.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import { formAction } from '../forms/form-action.server.ts';
import type { Route } from './+types/auth-confirm.ts';
import { AuthForm, AuthFrame } from './auth-frame.tsx';
import { titled } from '../page-meta.ts';

export const meta = titled('Confirm Your Email');

const tokenOf = (request: Request) => (new URL(request.url).searchParams.get('token') ?? '').slice(0, 500);

/** Only reads: mail scanners that open links must not confirm anything. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { ctx, visitor } = context.get(pageRequest);
  const link = await readLink(ctx, tokenOf(request));
  if (!link.ok) throw redirect(afterDeadLink(deadLinkCodes[link.reason]));
  const { email, deviceHash } = link.value;
  const isAsker = deviceHashOf(request.headers, ctx.settings.publicUrl) === deviceHash;
  return { email, isAsker: isAsker && visitor.user === null };
}

export const action = formAction({
  confirm: async (sent) => redirect(await confirmAddress(sent, tokenOf(sent.request)), 303),
});

export default function ConfirmPage({ loaderData: { email, isAsker } }: Route.ComponentProps) {
  const { name } = useSite();
  const other = <p className="text-sm text-soft">If this was not you, close this page: nothing happens.</p>;
  return (
    <AuthFrame title="Confirm your email">
      <AuthForm name="confirm" submit="Confirm email" beside={other}>
        <p>
          <span>{`Somebody asked for a ${name} account with `}</span>
          <strong className="break-words font-medium">{`${email}.`}</strong>
        </p>
        <p className="text-soft">
          {isAsker
            ? 'One press, and the account is yours.'
            : 'It was asked for in another browser. Confirm only if that was you: whoever asked knows the password.'}
        </p>
      </AuthForm>
    </AuthFrame>
  );
}
