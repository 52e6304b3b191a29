import { Link, Section, Text } from '@react-email/components';

import { automations } from '#content/automations.ts';

import { byName, type MailItem } from '#modules/email/mail.ts';
import { Action, colors, footLook, Layout } from '#modules/email/mails/layout.server.tsx';
import { ItemRow } from '#modules/email/mails/item-row.server.tsx';
import { Paragraph, Divider, Title } from '#modules/email/mails/mail-components.server.tsx';

type AutomatedEmailProps = {
  words: { title: string; text: string; action: string; why: string };
  firstName: string;
  items: MailItem[];
  url: string;
  unsubscribeUrl: string;
  seller?: readonly string[];
  shopUrl: string;
};

function Unsubscribe({ why, unsubscribeUrl }: { why: string; unsubscribeUrl: string }) {
  return (
    <Text className="soft" style={footLook}>
      {why}{' '}
      <Link className="accent" href={unsubscribeUrl} style={{ color: colors.berry, textDecoration: 'underline' }}>
        {automations.stop}
      </Link>
    </Text>
  );
}

/** An e-mail without a purchase as its cause. It states why it was sent and how to unsubscribe. */
export function AutomatedEmail(props: AutomatedEmailProps) {
  const { words, firstName, items, url, unsubscribeUrl, seller, shopUrl } = props;
  const foot = <Unsubscribe why={words.why} unsubscribeUrl={unsubscribeUrl} />;
  return (
    <Layout title={words.title} preview={words.text} shopUrl={shopUrl} foot={foot} seller={seller}>
      <Title>{words.title}</Title>
      <Paragraph>
        Hello{byName(firstName)}. {words.text}
      </Paragraph>
      <Section style={{ margin: '26px 0 4px' }}>
        <Action href={url}>{words.action}</Action>
      </Section>
      <Divider />
      {items.map((item, index) => (
        <ItemRow key={`${index} ${item.name}`} item={item} shopUrl={shopUrl} isPriced={false} />
      ))}
    </Layout>
  );
}
