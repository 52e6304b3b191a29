import { Layout } from '#modules/email/mails/layout.server.tsx';
import { Label, Line, Panel, Rule, Title, TypedLines } from '#modules/email/mails/text.server.tsx';

import type { ContactMail } from '../contact.emails.server.ts';
import { contactAdvice } from '../contact-message.ts';

/**
 * E-mail that notifies the shop of a visitor's message. Input is rendered as text, never as a link
 * or markup.
 */
export function ContactNotice({ mail }: { mail: ContactMail }) {
  const title = `New contact message ${mail.reference}`;
  return (
    <Layout title={title} preview={contactAdvice} shopUrl={mail.shopUrl} foot={null}>
      <Label>CONTACT FORM {mail.reference}</Label>
      <Title>New contact message</Title>
      <Line look="strong">{mail.name}</Line>
      <Line look="soft">{mail.email}</Line>
      <Rule />
      <Label>SUBJECT</Label>
      <Line look="strong">{mail.subject}</Line>
      <Panel margin="20px 0">
        <TypedLines text={mail.message} />
      </Panel>
      <Line look="soft">{contactAdvice}</Line>
    </Layout>
  );
}
