import { Section, Text } from '@react-email/components';

import { formatUsd } from '#shared/money.ts';

import {
  cancelledText,
  cancelledTitle,
  refundText,
  refundTitle,
  type CancelledMail,
  type OrderHead,
  type RefundMail,
} from './rules.ts';
import { Action, colours, Layout } from '#modules/ground/email/mails/layout.server.tsx';
import { ItemRow } from '#modules/ground/email/mails/item-row.server.tsx';
import { Label, Line, Panel, Rule, Title } from '#modules/ground/email/mails/text.server.tsx';

function OrderFoot({ mail }: { mail: OrderHead }) {
  return (
    <>
      <Section style={{ margin: '26px 0 4px' }}>
        <Action href={mail.trackUrl}>See Your Order</Action>
      </Section>
      <Rule />
      {mail.items.map((item, place) => (
        <ItemRow key={`${place} ${item.name}`} item={item} shopUrl={mail.shopUrl} isPriced={false} />
      ))}
    </>
  );
}

/** Tells that an order will not be sent, and what becomes of the money. */
export function CancelledNotice({ mail }: { mail: CancelledMail }) {
  const text = cancelledText(mail);
  return (
    <Layout title={cancelledTitle(mail)} preview={text} shopUrl={mail.shopUrl}>
      <Label>ORDER {mail.orderNumber}</Label>
      <Title>{cancelledTitle(mail)}</Title>
      <Line>{text}</Line>
      <OrderFoot mail={mail} />
    </Layout>
  );
}

/** Tells that money went back, how much, and when it is seen. */
export function RefundNotice({ mail }: { mail: RefundMail }) {
  const text = refundText(mail);
  return (
    <Layout title={refundTitle(mail)} preview={text} shopUrl={mail.shopUrl}>
      <Label>ORDER {mail.orderNumber}</Label>
      <Title>{refundTitle(mail)}</Title>
      <Panel>
        <Label>{mail.isFull ? 'REFUND' : 'PARTIAL REFUND'}</Label>
        <Text className="ink" style={{ margin: 0, fontSize: 27, lineHeight: '36px', color: colours.ink }}>
          {formatUsd(mail.amountCents)}
        </Text>
      </Panel>
      <Line>{text}</Line>
      <OrderFoot mail={mail} />
    </Layout>
  );
}
