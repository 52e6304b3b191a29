import { Column } from '@react-email/column';
import { Link } from '@react-email/link';
import { Row } from '@react-email/row';
import { Section } from '@react-email/section';
import type { ReactNode } from 'react';

import { mailCopy, greetingName, type MailItem, type MailContext } from '#modules/email/mail.ts';
import { Action, Layout } from '#modules/email/mails/layout.server.tsx';
import { ItemRow } from '#modules/email/mails/item-row.server.tsx';
import { Divider, Panel, Paragraph, Title } from '#modules/email/mails/mail-components.server.tsx';
import { FootText, useMailLook } from '#modules/email/mails/mail-theme-context.server.tsx';
import { ProductCard } from '#modules/email/mails/product-card.server.tsx';
import { formatUsd, type Cents } from '#shared/money.ts';

import { UnsubscribeLink } from './unsubscribe-link.server.tsx';

/** Content of every automated email. `unsubscribeUrl` ends all of them for this recipient. */
export type AutomatedMail = {
  firstName: string;
  items: MailItem[];
  unsubscribeUrl: string;
  /** The seller's name and address, line by line. */
  seller?: readonly string[];
  shopUrl: string;
};

/** Reasons why automated emails are sent. Their unsubscribe link follows. */
const whyReminded = 'You agreed to hear from us. We send one reminder per cart.';
const whyRequested = 'We send this once per order.';

type AutomatedEmailProps = {
  mail: AutomatedMail;
  shop: MailContext;
  words: { heading: string; text: string; button: string };
  /** Why the recipient gets it. */
  why: string;
  url: string;
  /** Shown between the text and the button. */
  lead?: ReactNode;
  children?: ReactNode;
};

/** An email without a purchase as its cause. It states why it was sent and how to unsubscribe. */
function AutomatedEmail({ mail, shop, words, why, url, lead, children }: AutomatedEmailProps) {
  const { firstName, unsubscribeUrl, seller, shopUrl } = mail;
  const { heading, text, button } = words;
  const { greeting } = mailCopy(shop, 'shared', { firstName: greetingName(firstName) });
  const foot = (
    <FootText>
      {why} <UnsubscribeLink to={unsubscribeUrl} />
    </FootText>
  );
  return (
    <Layout title={heading} preview={text} shopUrl={shopUrl} shop={shop} foot={foot} seller={seller}>
      <Title>{heading}</Title>
      <Paragraph>
        {greeting} {text}
      </Paragraph>
      {lead}
      <Section style={{ margin: '26px 0 4px' }}>
        <Action href={url}>{button}</Action>
      </Section>
      {children}
    </Layout>
  );
}

/** Automatic offer that the items of a cart have, and what they cost with it in cents. */
export type CartOffer = { name: string; totalCents: Cents };

type AbandonedCartProps = { mail: AutomatedMail; resumeUrl: string; offer?: CartOffer | null; shop: MailContext };

/**
 * Renders the reminder of an abandoned cart: each product with picture, price and guarantee. The
 * price of a single line is that of the offer.
 */
export function AbandonedCart({ mail, resumeUrl, offer = null, shop }: AbandonedCartProps) {
  const words = mailCopy(shop, 'abandoned_checkout');
  const { items, shopUrl } = mail;
  const [only] = items.length === 1 ? items : [];
  return (
    <AutomatedEmail mail={mail} shop={shop} words={words} why={whyReminded} url={resumeUrl}>
      <Divider />
      {offer !== null && only !== undefined ? (
        <ProductCard
          item={{ ...only, amountCents: offer.totalCents }}
          regularCents={only.amountCents}
          shopUrl={shopUrl}
          note={`With ${offer.name}. ${words.note}`}
        />
      ) : (
        items.map((item, index) => (
          <ProductCard key={`${index} ${item.name}`} item={item} shopUrl={shopUrl} note={words.note} />
        ))
      )}
      {offer === null || only !== undefined ? null : (
        <Panel margin="0">
          <Paragraph look="strong">
            With {offer.name}: {formatUsd(offer.totalCents)}
          </Paragraph>
        </Panel>
      )}
    </AutomatedEmail>
  );
}

const ratings = [1, 2, 3, 4, 5];

/** Five stars. Each opens the review form with its rating. */
function Stars({ reviewUrl, label }: { reviewUrl: string; label: string }) {
  const { berry } = useMailLook().colors;
  return (
    <Section data-skip-in-text="true" style={{ margin: '22px 0 0' }}>
      <Paragraph look="soft">{label}</Paragraph>
      <Row style={{ width: 'auto', margin: 0 }}>
        {ratings.map((rating) => (
          <Column key={rating} style={{ width: 48 }}>
            <Link
              href={`${reviewUrl}?rate=${rating}#write-review`}
              aria-label={rating === 1 ? '1 star' : `${rating} stars`}
              className="accent"
              style={{ color: berry, fontSize: 36, lineHeight: '48px', textDecoration: 'none' }}
            >
              ★
            </Link>
          </Column>
        ))}
      </Row>
    </Section>
  );
}

type ReviewRequestProps = { mail: AutomatedMail; reviewUrl: string; shop: MailContext };

/** Renders the request for a review: five stars to tap, and the purchased products. */
export function ReviewRequest({ mail, reviewUrl, shop }: ReviewRequestProps) {
  const words = mailCopy(shop, 'review_request');
  const lead = <Stars reviewUrl={reviewUrl} label={words.stars} />;
  const url = `${reviewUrl}#write-review`;
  return (
    <AutomatedEmail mail={mail} shop={shop} words={words} why={whyRequested} url={url} lead={lead}>
      <Divider />
      {mail.items.map((item, index) => (
        <ItemRow key={`${index} ${item.name}`} item={item} shopUrl={mail.shopUrl} isPriced={false} />
      ))}
    </AutomatedEmail>
  );
}
