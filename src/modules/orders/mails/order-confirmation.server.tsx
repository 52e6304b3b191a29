import { Column, Row, Section } from '@react-email/components';

import { HeadPicture } from '#modules/email/mails/head-picture.server.tsx';
import { ItemRow } from '#modules/email/mails/item-row.server.tsx';
import { Action, Layout } from '#modules/email/mails/layout.server.tsx';
import { Label, Paragraph, Panel, Divider, Title } from '#modules/email/mails/mail-components.server.tsx';
import { orderNoteLines } from '#shared/order-notes.ts';

import {
  amountsOf,
  billingOf,
  confirmationSentence,
  greeting,
  paymentOf,
  previewOf,
  type OrderMail,
} from '../order-emails.ts';

function Delivery({ shipping }: { shipping: NonNullable<OrderMail['shipping']> }) {
  return (
    <Panel>
      <Label>ESTIMATED DELIVERY</Label>
      <Paragraph look="strong">{shipping.delivery}</Paragraph>
      <Paragraph look="soft">{shipping.name}</Paragraph>
    </Panel>
  );
}

function Amounts({ order }: { order: OrderMail }) {
  return (
    <Section>
      {amountsOf(order).map(({ label, amount, strong }) => (
        <Row key={label}>
          <Column>
            <Paragraph look={strong ? 'strong' : 'soft'}>{label}</Paragraph>
          </Column>
          <Column style={{ width: '1%', verticalAlign: 'top', whiteSpace: 'nowrap' }}>
            <Paragraph look={strong ? 'strong' : 'plain'} right>
              {amount}
            </Paragraph>
          </Column>
        </Row>
      ))}
    </Section>
  );
}

function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <Section style={{ marginBottom: 18 }}>
      <Label>{label}</Label>
      {lines.map((text, index) => (
        <Paragraph key={`${index} ${text}`}>{text}</Paragraph>
      ))}
    </Section>
  );
}

function Destination({ order }: { order: OrderMail }) {
  const paid = paymentOf(order);
  return (
    <>
      <Lines label="SHIPPING TO" lines={order.addressLines} />
      {orderNoteLines(order).map(({ label, text }) => (
        <Lines key={label} label={label.toUpperCase()} lines={[text]} />
      ))}
      <Lines label="BILLED TO" lines={billingOf(order)} />
      {paid.length === 0 ? null : <Lines label="PAYMENT" lines={paid} />}
    </>
  );
}

/** Renders the email that confirms an order as paid, with its content and a tracking link. */
export function OrderConfirmation({ order }: { order: OrderMail }) {
  return (
    <Layout title={`Order ${order.orderNumber} is confirmed`} preview={previewOf(order)} shopUrl={order.shopUrl}>
      <HeadPicture kind="order_confirmation" shopUrl={order.shopUrl} />
      <Label>ORDER {order.orderNumber}</Label>
      <Title>{greeting(order)}</Title>
      <Paragraph>{confirmationSentence(order)}</Paragraph>
      <Section style={{ margin: '26px 0 30px' }}>
        <Action href={order.trackUrl}>Track Your Order</Action>
      </Section>
      {order.shipping === null ? null : <Delivery shipping={order.shipping} />}
      {order.items.map((item, index) => (
        <ItemRow key={`${index} ${item.name}`} item={item} shopUrl={order.shopUrl} />
      ))}
      <Divider />
      <Amounts order={order} />
      <Divider />
      <Destination order={order} />
    </Layout>
  );
}
