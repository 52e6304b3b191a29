import { mailCopy, type MailContext } from '#modules/email/mail.ts';
import { Layout } from '#modules/email/mails/layout.server.tsx';
import { Label, Paragraph, Panel, Title, UserText } from '#modules/email/mails/mail-components.server.tsx';

/** The shop's answer to a visitor's message. */
export type ContactAnswerMail = { reference: string; message: string; answer: string; shopUrl: string };

/**
 * Email with the shop's answer. Text of the visitor and of the shop is rendered as text, never as
 * a link or markup.
 */
export function ContactAnswer({ mail, shop }: { mail: ContactAnswerMail; shop: MailContext }) {
  const { subject, heading } = mailCopy(shop, 'contact_answer', { reference: mail.reference });
  return (
    <Layout title={subject} preview={mail.answer.slice(0, 100)} shopUrl={mail.shopUrl} shop={shop} about="your message">
      <Label>YOUR MESSAGE {mail.reference}</Label>
      <Title>{heading}</Title>
      <UserText text={mail.answer} />
      <Panel margin="24px 0 0">
        <Paragraph look="soft">You wrote:</Paragraph>
        <UserText text={mail.message} />
      </Panel>
    </Layout>
  );
}
