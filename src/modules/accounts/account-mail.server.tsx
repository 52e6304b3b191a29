import { Section } from '@react-email/section';

import { mailCopy, greetingName, type MailContext } from '#modules/email/mail.ts';
import { Action, Layout } from '#modules/email/mails/layout.server.tsx';
import { Paragraph, Title } from '#modules/email/mails/mail-components.server.tsx';

/**
 * `accountId` is the account that the mail is about, if it is not the recipient's. `account` is its
 * email address, which is not stored with the mail, so that erasing the account erases it.
 * `role` is the one of an invitation.
 */
export type AccountMail = {
  firstName: string;
  url: string;
  shopUrl: string;
  accountId?: string;
  account?: string;
  role?: string;
};

export type AccountMailName =
  | 'verify_email'
  | 'account_exists'
  | 'reset_password'
  | 'password_changed'
  | 'confirm_device'
  | 'second_factor_reset'
  | 'second_factor_reset_by'
  | 'invitation'
  | 'data_erased';

type AccountMailProps = {
  mail: AccountMail;
  name: AccountMailName;
  text: string;
  note: string;
  about: string;
  shop: MailContext;
};

/** Email with one link that only its recipient may follow. */
export function AccountLink({ mail, name, text, note, about, shop }: AccountMailProps) {
  const { heading, button } = mailCopy(shop, name);
  const { greeting } = mailCopy(shop, 'shared', { firstName: greetingName(mail.firstName) });
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
