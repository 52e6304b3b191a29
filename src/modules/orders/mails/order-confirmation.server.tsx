import { Column, Row, Section } from '@react-email/components';

import { HeadPicture } from '#modules/email/mails/head-picture.server.tsx';
import { ItemRow } from '#modules/email/mails/item-row.server.tsx';
import { Action, Layout } from '#modules/email/mails/layout.server.tsx';
import { Label, Line, Panel, Rule, Title } from '#modules/email/mails/text.server.tsx';
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
      <Line look="strong">{shipping.delivery}</Line>
      <Line look="soft">{shipping.name}</Line>
    </Panel>
  );
}

function Amounts({ order }: { order: OrderMail }) {
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

function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  return (
    <Section style={{ marginBottom: 18 }}>
      <Label>{label}</Label>
      {lines.map((text, index) => (
        <Line key={`${index} ${text}`}>{text}</Line>
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
      <Line>{confirmationSentence(order)}</Line>
      <Section style={{ margin: '26px 0 30px' }}>
        <Action href={order.trackUrl}>Track Your Order</Action>
      </Section>
      {order.shipping === null ? null : <Delivery shipping={order.shipping} />}
      {order.items.map((item, index) => (
        <ItemRow key={`${index} ${item.name}`} item={item} shopUrl={order.shopUrl} />
      ))}
      <Rule />
      <Amounts order={order} />
      <Rule />
      <Destination order={order} />
    </Layout>
  );
}
