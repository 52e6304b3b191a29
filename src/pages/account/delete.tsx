import { redirectDocument } from 'react-router';

import { deletionRefusals } from '#modules/privacy/delete-account.schema.ts';
import { deleteAccount } from '#modules/privacy/export-erase.server.ts';
import { shopPersonalData } from '#app/personal-data-registry.server.ts';
import { ButtonLink } from '#ui/button.tsx';

import { ActionForm } from '../forms/action-form.tsx';
import { withRecentPassword, final, formAction, formError } from '../forms/form-action.server.ts';
import { PageNotice } from '../forms/form-notice.tsx';
import { card } from './components/card.tsx';
import { titled } from '../page-meta.ts';

export const meta = titled('Delete my account');

export const action = formAction({
  delete: final(
    withRecentPassword(async ({ ctx, user, visitor }) => {
      const deleted = await deleteAccount(ctx, shopPersonalData, { user, requestId: visitor.requestId });
      return deleted.ok ? redirectDocument('/account/deleted', 303) : formError(deletionRefusals[deleted.reason]);
    }),
  ),
});

const goes = [
  'Your profile, your addresses and your sign-in, everywhere you are signed in.',
  'Your routine, your streak and all progress photos.',
  'Your name and pictures beside your reviews, your newsletter entry and your messages to us.',
];

const stays = [
  'Orders stay with name, addresses and amounts, because the law asks us to keep the books. They no longer belong to an account.',
  'While an order is under way we keep your email and phone to deliver it. Both go once the order is complete.',
];

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h2 className="mb-2 text-2xl">{title}</h2>
      <ul className="list-disc space-y-1 pl-5 text-soft">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

export default function DeletePage() {
  const keep = (
    <ButtonLink to="/account/profile" look="second">
      Keep it
    </ButtonLink>
  );
  return (
    <div className="max-w-2xl space-y-6">
      <h1 className="text-5xl">Delete my account</h1>
      <List title="What goes" items={goes} />
      <List title="What stays" items={stays} />
      <PageNotice />
      <ActionForm
        name="delete"
        submit="Delete my account"
        beside={keep}
        className={card}
        final={{ text: 'Delete your account for good?', yes: 'Yes, delete my account', keep: 'Keep it' }}
      />
    </div>
  );
}
