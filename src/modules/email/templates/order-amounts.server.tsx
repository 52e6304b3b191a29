import { Column, Img, Row, Section } from '@react-email/components';

import { formatUsd } from '#shared/money.ts';

import { amountsOf } from '../order-text.ts';
import type { OrderMail } from '../rules.ts';
import { colours } from './layout.server.tsx';
import { Line } from './text.server.tsx';

type Item = OrderMail['items'][number];

/** One line of the order; its picture is decoration, the mail reads the same where pictures are blocked. */
export function ItemRow({ item, shopUrl, isPriced = true }: { item: Item; shopUrl: string; isPriced?: boolean }) {
  return (
    <Row style={{ marginBottom: 12 }}>
      <Column style={{ width: 84, verticalAlign: 'middle' }}>
        <Img
          src={`${shopUrl}${item.imageUrl}-480.jpg`}
          alt=""
          width={72}
          height={72}
          style={{ borderRadius: 14, backgroundColor: colours.blush, objectFit: 'cover' }}
        />
      </Column>
      <Column style={{ verticalAlign: 'middle' }}>
        <Line look="strong">{item.name}</Line>
        <Line look="soft">Quantity {item.quantity}</Line>
      </Column>
      {isPriced ? (
        <Column style={{ width: '1%', verticalAlign: 'middle', whiteSpace: 'nowrap' }}>
          <Line right>{formatUsd(item.amountCents)}</Line>
        </Column>
      ) : null}
    </Row>
  );
}

export function Amounts({ order }: { order: OrderMail }) {
  return (
    <Section>
      {amountsOf(order).map(({ label, amount, strong }) => (
        <Row key={label}>
          <Column>
            <Line look={strong ? 'strong' : 'soft'}>{label}</Line>
          </Column>
          <Column style={{ width: '1%', verticalAlign: 'top', whiteSpace: 'nowrap' }}>
            <Line look={strong ? 'strong' : 'plain'} right>
              {amount}
            </Line>
          </Column>
        </Row>
      ))}
    </Section>
  );
}
