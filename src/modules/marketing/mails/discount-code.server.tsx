import { Section } from '@react-email/section';
import { Text } from '@react-email/text';

import { mailCopy, type MailContext, type MailItem } from '#modules/email/mail.ts';
import { Action, Layout } from '#modules/email/mails/layout.server.tsx';
import { useMailLook } from '#modules/email/mails/mail-theme-context.server.tsx';
import { ProductCard } from '#modules/email/mails/product-card.server.tsx';
import type { Cents } from '#shared/money.ts';
import { Label, OwnText, Paragraph, Title } from '#modules/email/mails/mail-components.server.tsx';

import { UnsubscribeLink } from './unsubscribe-link.server.tsx';

/** Content of a mail with a discount code. `discount` is '15%', `expiry` a sentence. */
export type CodeMail = {
  code: string;
  discount: string;
  expiry: string;
  /** The product at its price with the code, and its price without. Null if there is none. */
  product?: { item: MailItem; regularCents: Cents } | null;
  /** The seller's name and address, line by line. */
  seller?: readonly string[];
  shopUrl: string;
  /** Missing in mails that were queued before code mails had it. */
  unsubscribeUrl?: string;
};

export type CodeMailName = 'capture_code' | 'back_in_stock';

type DiscountCodeMailProps = { mail: CodeMail; name: CodeMailName; shop: MailContext };

/** Mail with a single-use discount code that expires. */
export function DiscountCodeMail({ mail, name, shop }: DiscountCodeMailProps) {
  const { colors } = useMailLook();
  const { heading, text, button } = mailCopy(shop, name, { discount: mail.discount });
  const codeStyle = { margin: '2px 0 6px', fontSize: 22, fontWeight: 600, letterSpacing: 1, lineHeight: '32px' };
  return (
    <Layout
      title={heading}
      preview={`${mail.code}. ${mail.expiry}`}
      shopUrl={mail.shopUrl}
      shop={shop}
      seller={mail.seller}
      about="your code"
    >
      <Title>{heading}</Title>
      <OwnText text={text} />
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
        <Action href={`${mail.shopUrl}/code/${mail.code}`}>{button}</Action>
      </Section>
      {mail.product ? <ProductCard {...mail.product} shopUrl={mail.shopUrl} note="With your code" /> : null}
      <Paragraph look="soft">
        Someone entered this address in our shop. If it wasn’t you, ignore this email.{' '}
        {mail.unsubscribeUrl === undefined ? 'Reply to unsubscribe.' : <UnsubscribeLink to={mail.unsubscribeUrl} />}
      </Paragraph>
    </Layout>
  );
}
