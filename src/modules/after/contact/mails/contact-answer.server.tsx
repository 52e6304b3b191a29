import { Section } from '@react-email/components';

import { colours, Layout } from '#modules/ground/email/mails/layout.server.tsx';
import { Label, Line, Title } from '#modules/ground/email/mails/text.server.tsx';

import type { ContactAnswerMail } from '../email.server.ts';

const linesOf = (text: string) =>
  text.split('\n').map((line, place) => <Line key={`${place} ${line}`}>{line === '' ? ' ' : line}</Line>);

/** What the shop answers to a visitor's message; what either wrote is text here, never a link or markup. */
export function ContactAnswer({ mail }: { mail: ContactAnswerMail }) {
  const title = `Our answer to your message ${mail.reference}`;
  return (
    <Layout title={title} preview={mail.answer.slice(0, 100)} shopUrl={mail.shopUrl} about="your message">
      <Label>YOUR MESSAGE {mail.reference}</Label>
      <Title>Our answer</Title>
      {linesOf(mail.answer)}
      <Section
        className="panel"
        style={{ margin: '24px 0 0', padding: '16px 20px', backgroundColor: colours.blush, borderRadius: 14 }}
      >
        <Line look="soft">You wrote:</Line>
        {linesOf(mail.message)}
      </Section>
    </Layout>
  );
}
