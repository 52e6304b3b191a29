import { Link, Section, Text } from '@react-email/components';

import { letters } from '#content/letters.ts';

import { byName, type MailItem } from '#modules/ground/email/rules.ts';
import { Action, colours, Layout } from '#modules/ground/email/mails/layout.server.tsx';
import { ItemRow } from '#modules/ground/email/mails/item-row.server.tsx';
import { Line, Rule, Title } from '#modules/ground/email/mails/text.server.tsx';

type Words = { title: string; text: string; action: string; why: string };

type LetterProps = {
  words: Words;
  firstName: string;
  items: MailItem[];
  url: string;
  unsubscribeUrl: string;
  shopUrl: string;
};

function WayOut({ why, unsubscribeUrl }: { why: string; unsubscribeUrl: string }) {
  return (
    <Text className="soft" style={{ margin: '24px 12px 0', fontSize: 14, lineHeight: '22px', color: colours.soft }}>
      {why}{' '}
      <Link className="accent" href={unsubscribeUrl} style={{ color: colours.berry, textDecoration: 'underline' }}>
        {letters.stop}
      </Link>
    </Text>
  );
}

/** A letter that the shop writes of its own accord: it says why it came and how to stop more of them. */
export function Letter({ words, firstName, items, url, unsubscribeUrl, shopUrl }: LetterProps) {
  const foot = <WayOut why={words.why} unsubscribeUrl={unsubscribeUrl} />;
  return (
    <Layout title={words.title} preview={words.text} shopUrl={shopUrl} foot={foot}>
      <Title>{words.title}</Title>
      <Line>
        Hello{byName(firstName)}. {words.text}
      </Line>
      <Section style={{ margin: '26px 0 4px' }}>
        <Action href={url}>{words.action}</Action>
      </Section>
      <Rule />
      {items.map((item, place) => (
        <ItemRow key={`${place} ${item.name}`} item={item} shopUrl={shopUrl} isPriced={false} />
      ))}
    </Layout>
  );
}
