import { Section } from '@react-email/section';

import { mailCopy, greetingName, type MailItem, type MailContext } from '#modules/email/mail.ts';
import { Action, Layout } from '#modules/email/mails/layout.server.tsx';
import { ItemRow } from '#modules/email/mails/item-row.server.tsx';
import { Divider, Paragraph, Title } from '#modules/email/mails/mail-components.server.tsx';
import { formatLongDateTime } from '#shared/shop-time.ts';

/** Payment link of a phone order. `expiresAt` is an ISO timestamp. */
export type PhoneOrderMail = {
  firstName: string;
  items: readonly MailItem[];
  payUrl: string;
  expiresAt: string;
  shopUrl: string;
};

/** Renders the payment link of a phone order: its items with prices, and how long it works. */
export function PhoneOrderLink({ mail, shop }: { mail: PhoneOrderMail; shop: MailContext }) {
  const { firstName, items, payUrl, expiresAt, shopUrl } = mail;
  const words = mailCopy(shop, 'phone_order', { validUntil: formatLongDateTime(new Date(expiresAt)) });
  const { greeting } = mailCopy(shop, 'shared', { firstName: greetingName(firstName) });
  return (
    <Layout title={words.heading} preview={words.text} shopUrl={shopUrl} shop={shop}>
      <Title>{words.heading}</Title>
      <Paragraph>
        {greeting} {words.text}
      </Paragraph>
      <Divider />
      {items.map((item, index) => (
        <ItemRow key={`${index} ${item.name}`} item={item} shopUrl={shopUrl} />
      ))}
      <Paragraph look="soft">{words.note}</Paragraph>
      <Section style={{ margin: '26px 0 20px' }}>
        <Action href={payUrl}>{words.button}</Action>
      </Section>
      <Paragraph look="soft">{words.validity}</Paragraph>
    </Layout>
  );
}
