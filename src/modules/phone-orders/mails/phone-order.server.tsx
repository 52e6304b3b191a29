import { Section } from '@react-email/components';

import { mailWords, shownName, type MailShop } from '#modules/email/mail.ts';
import { Action, Layout } from '#modules/email/mails/layout.server.tsx';
import { ItemRow } from '#modules/email/mails/item-row.server.tsx';
import { Divider, Paragraph, Title } from '#modules/email/mails/mail-components.server.tsx';
import { longMoment } from '#shared/shop-time.ts';

import type { PhoneOrderMail } from '../phone-orders.emails.server.ts';

/** Renders the payment link of a telephone order: its items with prices, and how long it works. */
export function PhoneOrderLink({ mail, shop }: { mail: PhoneOrderMail; shop: MailShop }) {
  const { firstName, items, payUrl, expiresAt, shopUrl } = mail;
  const words = mailWords(shop, 'phone_order', { validUntil: longMoment(new Date(expiresAt)) });
  const { greeting } = mailWords(shop, 'shared', { firstName: shownName(firstName) });
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
