import { Link, Section } from '@react-email/components';

import { returnWords, type ReturnKind, type ReturnMail } from './rules.ts';
import { Action, colours, Layout } from '#modules/ground/email/mails/layout.server.tsx';
import { ItemRow } from '#modules/ground/email/mails/item-row.server.tsx';
import { Label, Line, Panel, Rule, Title } from '#modules/ground/email/mails/text.server.tsx';

function Slip({ mail }: { mail: ReturnMail }) {
  return (
    <Panel>
      <Label>IN THE PARCEL</Label>
      <Line look="strong">
        <Link className="accent" href={mail.slipUrl} style={{ color: colours.berry, textDecoration: 'underline' }}>
          Print the return slip {mail.code}
        </Link>
      </Line>
    </Panel>
  );
}

/** Tells how far a return is: announced, with its label, arrived, or closed without a refund. */
export function ReturnNews({ kind, mail }: { kind: ReturnKind; mail: ReturnMail }) {
  const { title, text } = returnWords(kind, mail);
  const isLabel = kind === 'return_label' && mail.labelUrl !== null;
  return (
    <Layout title={title} preview={text} shopUrl={mail.shopUrl}>
      <Label>RETURN {mail.code}</Label>
      <Title>{title}</Title>
      <Line>{text}</Line>
      <Section style={{ margin: '26px 0 30px' }}>
        {isLabel ? (
          <Action href={mail.labelUrl ?? ''}>Open the Label</Action>
        ) : (
          <Action href={mail.trackUrl}>See Your Order</Action>
        )}
      </Section>
      {isLabel ? <Slip mail={mail} /> : null}
      <Rule />
      {mail.items.map((item, place) => (
        <ItemRow key={`${place} ${item.name}`} item={item} shopUrl={mail.shopUrl} isPriced={false} />
      ))}
    </Layout>
  );
}
