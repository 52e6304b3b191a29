import { Section } from '@react-email/components';

import { colours, Layout } from '#modules/ground/email/mails/layout.server.tsx';
import { Label, Line, Rule, Title } from '#modules/ground/email/mails/text.server.tsx';

import type { ContactMail } from '../email.server.ts';
import { contactAdvice } from '../rules.ts';

/** Tells the shop's own people what a visitor wrote; what was typed is text here, never a link or markup. */
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
      <Section
        className="panel"
        style={{ margin: '20px 0', padding: '16px 20px', backgroundColor: colours.blush, borderRadius: 14 }}
      >
        {mail.message.split('\n').map((text, place) => (
          <Line key={`${place} ${text}`}>{text === '' ? ' ' : text}</Line>
        ))}
      </Section>
      <Line look="soft">{contactAdvice}</Line>
    </Layout>
  );
}
