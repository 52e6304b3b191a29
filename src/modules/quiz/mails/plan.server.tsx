import { Section } from '@react-email/section';

import { mailCopy, type MailItem, type MailContext } from '#modules/email/mail.ts';
import { Action, Layout } from '#modules/email/mails/layout.server.tsx';
import { Divider, Panel, Paragraph, Title } from '#modules/email/mails/mail-components.server.tsx';
import { FootText } from '#modules/email/mails/mail-theme-context.server.tsx';
import { ProductCard } from '#modules/email/mails/product-card.server.tsx';

import type { Plan } from '../plan.ts';
import type { CompleteAnswers } from '../quiz.ts';

/**
 * Content of the email with a quiz result. Its texts are derived from the answers, which are ids.
 */
export type PlanMail = {
  answers: CompleteAnswers;
  plan: Plan;
  shopUrl: string;
  /** The product with its price when the mail is rendered. Null if the shop sells none. */
  item: MailItem | null;
  /** The seller's name and address, line by line. */
  seller?: readonly string[];
};

type PlanEmailProps = { mail: PlanMail; shop: MailContext };

/** Email with a quiz result: headline, steps, how to start, and the product with its price. */
export function PlanEmail({ mail: { plan, item, seller, shopUrl }, shop }: PlanEmailProps) {
  const { heading, note, button } = mailCopy(shop, 'quiz_plan', { headline: plan.headline });
  const { kicker, opening, steps, start, advice, care } = plan;
  const foot = (
    <FootText>
      You asked for this plan in our skin quiz, and we send it once. If it wasn’t you, ignore this email.
    </FootText>
  );
  return (
    <Layout title={heading} preview={opening} shopUrl={shopUrl} shop={shop} seller={seller} foot={foot}>
      <Paragraph look="soft">{kicker}</Paragraph>
      <Title>{heading}</Title>
      <Paragraph>{opening}</Paragraph>
      <Panel margin="24px 0">
        {steps.map(({ title, text }, index) => (
          <Section key={title} style={{ margin: index === 0 ? 0 : '14px 0 0' }}>
            <Paragraph look="strong">{`${index + 1}. ${title}`}</Paragraph>
            <Paragraph look="soft">{text}</Paragraph>
          </Section>
        ))}
      </Panel>
      <Paragraph look="strong">{start.title}</Paragraph>
      <Paragraph look="soft">{`${start.text} ${advice}`}</Paragraph>
      <Divider />
      {item === null ? null : <ProductCard item={item} shopUrl={shopUrl} note={note} />}
      <Section style={{ margin: '8px 0 24px' }}>
        <Action href={`${shopUrl}/product`}>{button}</Action>
      </Section>
      <Paragraph look="small">{care}</Paragraph>
    </Layout>
  );
}
