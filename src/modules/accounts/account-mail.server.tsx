import { Section } from '@react-email/components';

import { byName } from '#modules/email/mail.ts';
import { Action, Layout } from '#modules/email/mails/layout.server.tsx';
import { Paragraph, Title } from '#modules/email/mails/mail-components.server.tsx';

import type { AccountMail } from './accounts.emails.server.ts';

type AccountMailProps = { mail: AccountMail; title: string; text: string; action: string; note: string };

/** E-mail with one link that only its recipient may follow. */
export function AccountLink({ mail, title, text, action, note }: AccountMailProps) {
  return (
    <Layout title={title} preview={text} shopUrl={mail.shopUrl} about="your account">
      <Title>{title}</Title>
      <Paragraph>
        Hello{byName(mail.firstName)}. {text}
      </Paragraph>
      <Section style={{ margin: '26px 0' }}>
        <Action href={mail.url}>{action}</Action>
      </Section>
      <Paragraph look="soft">{note}</Paragraph>
    </Layout>
  );
}
