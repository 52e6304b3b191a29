import { Section, Text } from '@react-email/components';

import { Action, colors, Layout } from '#modules/email/mails/layout.server.tsx';
import { Label, Paragraph, Title } from '#modules/email/mails/mail-components.server.tsx';

import type { CodeMail } from '../marketing.emails.server.ts';

/** `{discount}` in `title` and `text` is a placeholder for the percentage. */
type DiscountCodeMailProps = { mail: CodeMail; title: string; text: string };

/** Mail with a single-use discount code that expires. */
export function DiscountCodeMail({ mail, title, text }: DiscountCodeMailProps) {
  const codeStyle = { margin: '2px 0 6px', fontSize: 27, fontWeight: 600, letterSpacing: 2, lineHeight: '36px' };
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
        <Text className="ink" style={{ ...codeStyle, color: colors.ink }}>
          {mail.code}
        </Text>
        <Paragraph look="soft">{mail.expiry}</Paragraph>
      </Section>
      <Section style={{ margin: '0 0 26px' }}>
        <Action href={`${mail.shopUrl}/product`}>Go to the shop</Action>
      </Section>
      <Paragraph look="soft">
        This address was entered in our shop. If that was not you, you can ignore this mail. To hear no more from us,
        answer it.
      </Paragraph>
    </Layout>
  );
}
