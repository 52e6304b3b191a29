import type { MailContext } from '#modules/email/mail.ts';
import { Layout } from '#modules/email/mails/layout.server.tsx';
import { Label, Paragraph, Panel, Divider, Title, UserText } from '#modules/email/mails/mail-components.server.tsx';

import { contactAdvice, type ContactMessage } from '../contact-message.ts';

/** A visitor's message, mailed to the shop. `reference` is the shop's own. */
export type ContactMail = ContactMessage & { reference: string; shopUrl: string };

/**
 * Email that notifies the shop of a visitor's message. Input is rendered as text, never as a link
 * or markup.
 */
export function ContactNotice({ mail, shop }: { mail: ContactMail; shop: MailContext }) {
  const title = `New contact message ${mail.reference}`;
  return (
    <Layout title={title} preview={contactAdvice} shopUrl={mail.shopUrl} shop={shop} foot={null}>
      <Label>CONTACT FORM {mail.reference}</Label>
      <Title>New contact message</Title>
      <Paragraph look="strong">{mail.name}</Paragraph>
      <Paragraph look="soft">{mail.email}</Paragraph>
      <Divider />
      <Label>SUBJECT</Label>
      <Paragraph look="strong">{mail.subject}</Paragraph>
      <Panel margin="20px 0">
        <UserText text={mail.message} />
      </Panel>
      <Paragraph look="soft">{contactAdvice}</Paragraph>
    </Layout>
  );
}
