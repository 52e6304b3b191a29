import { Column, Heading, Hr, Row, Section, Text } from '@react-email/components';

import { formatUsd } from '#shared/money.ts';

import type { OrderMail } from '../rules.ts';
import { Action, Layout } from './layout.server.tsx';

const line = { margin: '4px 0', fontSize: 16, lineHeight: '24px' };
const right = { ...line, textAlign: 'right' as const };

function Amount({ label, amount, strong }: { label: string; amount: string; strong?: boolean }) {
  const weight = { fontWeight: strong === true ? 700 : 400 };
  return (
    <Row>
      <Column>
        <Text style={{ ...line, ...weight }}>{label}</Text>
      </Column>
      <Column>
        <Text style={{ ...right, ...weight }}>{amount}</Text>
      </Column>
    </Row>
  );
}

function Amounts({ order }: { order: OrderMail }) {
  const { shipping } = order;
  return (
    <Section>
      <Amount label="Subtotal" amount={formatUsd(order.subtotalCents)} />
      {order.reductions.map(({ name, amountCents }) => (
        <Amount key={name} label={name} amount={`-${formatUsd(amountCents)}`} />
      ))}
      {shipping === null ? null : (
        <Amount
          label={`Shipping (${shipping.name})`}
          amount={shipping.amountCents === 0 ? 'Free' : formatUsd(shipping.amountCents)}
        />
      )}
      {order.taxCents === 0 ? null : <Amount label="Tax" amount={formatUsd(order.taxCents)} />}
      <Amount label="Total" amount={`${formatUsd(order.totalCents)} USD`} strong />
    </Section>
  );
}

function Destination({ order }: { order: OrderMail }) {
  return (
    <Section>
      <Text style={{ ...line, fontWeight: 700 }}>Shipping to</Text>
      {order.addressLines.map((text) => (
        <Text key={text} style={line}>
          {text}
        </Text>
      ))}
      {order.deliveryInstructions === '' ? null : <Text style={line}>Note: {order.deliveryInstructions}</Text>}
      {order.shipping === null ? null : <Text style={line}>Estimated delivery: {order.shipping.delivery}</Text>}
    </Section>
  );
}

/** Tells a customer that the order is paid and safe, what is in it, and where to follow it. */
export function OrderConfirmation({ order }: { order: OrderMail }) {
  return (
    <Layout preview={`Order ${order.orderNumber} is confirmed`} shopUrl={order.shopUrl}>
      <Heading as="h1" style={{ margin: '0 0 12px', fontSize: 26, fontWeight: 500 }}>
        Thank you{order.firstName === '' ? '' : `, ${order.firstName}`}
      </Heading>
      <Text style={line}>
        Your order <strong>{order.orderNumber}</strong> of {order.placedAt} is confirmed.
      </Text>
      <Section style={{ margin: '20px 0' }}>
        <Action href={order.trackUrl}>Track Your Order</Action>
      </Section>
      {order.items.map((item) => (
        <Amount
          key={item.name}
          label={`${item.name} × ${item.quantity}`}
          amount={formatUsd(item.amountCents)}
        />
      ))}
      <Hr style={{ borderColor: '#f0d9d2', margin: '12px 0' }} />
      <Amounts order={order} />
      <Hr style={{ borderColor: '#f0d9d2', margin: '12px 0' }} />
      <Destination order={order} />
    </Layout>
  );
}
