import { Section } from '@react-email/components';

import { mailWords, shownName, type MailShop } from '#modules/email/mail.ts';
import { Action, Layout } from '#modules/email/mails/layout.server.tsx';
import { Paragraph, Title } from '#modules/email/mails/mail-components.server.tsx';

import type { AccountMail, AccountMailName } from './accounts.emails.server.ts';

type AccountMailProps = {
  mail: AccountMail;
  name: AccountMailName;
  text: string;
  note: string;
  about: string;
  shop: MailShop;
};

/** Email with one link that only its recipient may follow. */
export function AccountLink({ mail, name, text, note, about, shop }: AccountMailProps) {
  const { heading, button } = mailWords(shop, name);
  const { greeting } = mailWords(shop, 'shared', { firstName: shownName(mail.firstName) });
  return (
    <Layout title={heading} preview={text} shopUrl={mail.shopUrl} shop={shop} about={about}>
      <Title>{heading}</Title>
      <Paragraph>
        {greeting} {text}
      </Paragraph>
      <Section style={{ margin: '26px 0' }}>
        <Action href={mail.url}>{button}</Action>
      </Section>
      <Paragraph look="soft">{note}</Paragraph>
    </Layout>
  );
}
