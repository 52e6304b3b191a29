import { Section, Text } from '@react-email/components';

import { codeMails } from '#content/capture.ts';
import { Action, colors, Layout } from '#modules/email/mails/layout.server.tsx';
import { Label, Paragraph, Title } from '#modules/email/mails/mail-components.server.tsx';

import type { CodeMail } from '../marketing.emails.server.ts';

/** `{discount}` in `title` and `text` is a placeholder for the percentage. */
type DiscountCodeMailProps = { mail: CodeMail; title: string; text: string };

/** Mail with a single-use discount code that expires. */
export function DiscountCodeMail({ mail, title, text }: DiscountCodeMailProps) {
  const codeStyle = { margin: '2px 0 6px', fontSize: 22, fontWeight: 600, letterSpacing: 1, lineHeight: '32px' };
  const said = (words: string) => words.replaceAll('{discount}', mail.discount);
  return (
    <Layout
      title={said(title)}
      preview={`${mail.code}. ${mail.expiry}`}
      shopUrl={mail.shopUrl}
      seller={mail.seller}
      about="your code"
    >
      <Title>{said(title)}</Title>
      <Paragraph>{said(text)}</Paragraph>
      <Section
        className="panel"
        style={{ margin: '24px 0 28px', padding: '20px', backgroundColor: colors.blush, borderRadius: 14 }}
      >
        <Label>YOUR CODE</Label>
        <Text className="ink" style={{ ...codeStyle, color: colors.ink, whiteSpace: 'nowrap' }}>
          {mail.code}
        </Text>
        <Paragraph look="soft">{mail.expiry}</Paragraph>
      </Section>
      <Section style={{ margin: '0 0 26px' }}>
        <Action href={`${mail.shopUrl}/code/${mail.code}`}>{codeMails.action}</Action>
      </Section>
      <Paragraph look="soft">
        Someone entered this address in our shop. If it wasn’t you, ignore this email. Reply to unsubscribe.
      </Paragraph>
    </Layout>
  );
}
