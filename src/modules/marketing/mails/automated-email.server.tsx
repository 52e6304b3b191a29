import { Column, Link, Row, Section, Text } from '@react-email/components';
import type { ReactNode } from 'react';

import { automations } from '#content/automations.ts';

import { byName, type MailItem } from '#modules/email/mail.ts';
import { Action, colors, footLook, Layout } from '#modules/email/mails/layout.server.tsx';
import { ItemRow } from '#modules/email/mails/item-row.server.tsx';
import { Divider, Paragraph, Title } from '#modules/email/mails/mail-components.server.tsx';
import { ProductCard } from '#modules/email/mails/product-card.server.tsx';

/** Content of every automated email. `unsubscribeUrl` ends all of them for this recipient. */
export type AutomatedMail = {
  firstName: string;
  items: MailItem[];
  unsubscribeUrl: string;
  /** The seller's name and address, line by line. */
  seller?: readonly string[];
  shopUrl: string;
};

type AutomatedEmailProps = {
  mail: AutomatedMail;
  words: { title: string; text: string; action: string; why: string };
  url: string;
  /** Shown between the text and the button. */
  lead?: ReactNode;
  children?: ReactNode;
};

/** An email without a purchase as its cause. It states why it was sent and how to unsubscribe. */
function AutomatedEmail({ mail, words, url, lead, children }: AutomatedEmailProps) {
  const { firstName, unsubscribeUrl, seller, shopUrl } = mail;
  const foot = (
    <Text className="soft" style={footLook}>
      {words.why}{' '}
      <Link className="accent" href={unsubscribeUrl} style={{ color: colors.berry, textDecoration: 'underline' }}>
        {automations.stop}
      </Link>
    </Text>
  );
  return (
    <Layout title={words.title} preview={words.text} shopUrl={shopUrl} foot={foot} seller={seller}>
      <Title>{words.title}</Title>
      <Paragraph>
        Hello{byName(firstName)}. {words.text}
      </Paragraph>
      {lead}
      <Section style={{ margin: '26px 0 4px' }}>
        <Action href={url}>{words.action}</Action>
      </Section>
      {children}
    </Layout>
  );
}

/** Renders the reminder of an abandoned cart: each product with picture, price and guarantee. */
export function AbandonedCart({ mail, resumeUrl }: { mail: AutomatedMail; resumeUrl: string }) {
  const { abandoned } = automations;
  const { items, shopUrl } = mail;
  return (
    <AutomatedEmail mail={mail} words={abandoned} url={resumeUrl}>
      <Divider />
      {items.map((item, index) => (
        <ProductCard key={`${index} ${item.name}`} item={item} shopUrl={shopUrl} note={abandoned.note} />
      ))}
    </AutomatedEmail>
  );
}

const ratings = [1, 2, 3, 4, 5];

/** Five stars. Each opens the review form with its rating. */
function Stars({ reviewUrl }: { reviewUrl: string }) {
  return (
    <Section data-skip-in-text="true" style={{ margin: '22px 0 0' }}>
      <Paragraph look="soft">{automations.review.stars}</Paragraph>
      <Row style={{ width: 'auto', margin: 0 }}>
        {ratings.map((rating) => (
          <Column key={rating} style={{ width: 48 }}>
            <Link
              href={`${reviewUrl}?rate=${rating}#write-review`}
              aria-label={rating === 1 ? '1 star' : `${rating} stars`}
              className="accent"
              style={{ color: colors.berry, fontSize: 36, lineHeight: '48px', textDecoration: 'none' }}
            >
              ★
            </Link>
          </Column>
        ))}
      </Row>
    </Section>
  );
}

/** Renders the request for a review: five stars to tap, and the purchased products. */
export function ReviewRequest({ mail, reviewUrl }: { mail: AutomatedMail; reviewUrl: string }) {
  const url = `${reviewUrl}#write-review`;
  return (
    <AutomatedEmail mail={mail} words={automations.review} url={url} lead={<Stars reviewUrl={reviewUrl} />}>
      <Divider />
      {mail.items.map((item, index) => (
        <ItemRow key={`${index} ${item.name}`} item={item} shopUrl={mail.shopUrl} isPriced={false} />
      ))}
    </AutomatedEmail>
  );
}
