import type { OrderDetail } from '#modules/buying/orders/detail/service.server.ts';
import { shortMoment } from '#shared/moments.ts';

import { ActionForm } from '../../forms/action-form.tsx';
import { mailStateBadges, StateBadge } from '../parts/badge.tsx';
import { Panel } from '../parts/page.tsx';
import type { PanelProps } from './actions-panel.tsx';

function Entry({ mail, forms }: Pick<PanelProps, 'forms'> & { mail: OrderDetail['mails'][number] }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p>{mail.subject ?? mail.kind.replaceAll('_', ' ')}</p>
        <p className="text-sm text-soft">
          To <span className="break-all">{mail.toAddress}</span>, {shortMoment(mail.sentAt ?? mail.createdAt)}
        </p>
        {mail.lastError === null ? null : <p className="text-sm text-wine">Last try: {mail.lastError}</p>}
      </div>
      <div className="flex items-center gap-3">
        <StateBadge of={mailStateBadges[mail.state]} />
        {mail.state === 'queued' ? null : (
          <ActionForm {...forms} name="resend" id={mail.id} submit="Send Again" look="quiet" />
        )}
      </div>
    </li>
  );
}

/** The mails that the customer was owed, and how far they got. */
export function MailsPanel({ detail: { mails }, forms }: Pick<PanelProps, 'detail' | 'forms'>) {
  return (
    <Panel title="Mails">
      {mails.length === 0 ? (
        <p className="text-soft">No mail was owed for this order.</p>
      ) : (
        <ul className="divide-y divide-line">
          {mails.map((mail) => (
            <Entry key={mail.id} mail={mail} forms={forms} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
