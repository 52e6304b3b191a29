import { Column, Row, Section } from '@react-email/components';

import { mails } from '#content/mails.ts';
import { firstMinute } from '#content/success.ts';

import { BrandPicture } from '#modules/email/mails/brand-picture.server.tsx';
import { ItemRow } from '#modules/email/mails/item-row.server.tsx';
import { Action, Layout } from '#modules/email/mails/layout.server.tsx';
import { Divider, Label, Panel, Paragraph, TextLink, Title } from '#modules/email/mails/mail-components.server.tsx';
import { earlierPromises } from '#modules/settings/shop-promises.ts';
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
    <Panel margin="22px 0 0">
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

/** How to use the product, with the brand's picture, and how to send it back. */
function FirstMinute({ order: { shopUrl, promises = earlierPromises } }: { order: OrderMail }) {
  const { returns } = mails;
  return (
    <>
      <Label>{firstMinute.title.toUpperCase()}</Label>
      {firstMinute.steps.map((step, index) => (
        <Paragraph key={step}>
          {index + 1}. {step}
        </Paragraph>
      ))}
      <Paragraph>
        <TextLink href={`${shopUrl}${firstMinute.guide.path}`}>{firstMinute.guide.label}</TextLink>
      </Paragraph>
      <BrandPicture kind="order_confirmation" shopUrl={shopUrl} />
      <Divider />
      <Label>{returns.label}</Label>
      <Paragraph>{returns.text(promises.guaranteeDays)}</Paragraph>
    </>
  );
}

/**
 * Renders the email that confirms an order as paid: number, delivery and tracking link first, then
 * the bill and what to do with the product.
 */
export function OrderConfirmation({ order }: { order: OrderMail }) {
  return (
    <Layout title={`Order ${order.orderNumber} is confirmed`} preview={previewOf(order)} shopUrl={order.shopUrl}>
      <Label>ORDER {order.orderNumber}</Label>
      <Title>{greeting(order)}</Title>
      <Paragraph>{confirmationSentence(order)}</Paragraph>
      {order.shipping === null ? null : <Delivery shipping={order.shipping} />}
      <Section style={{ margin: '26px 0 30px' }}>
        <Action href={order.trackUrl}>Track Your Order</Action>
      </Section>
      {order.items.map((item, index) => (
        <ItemRow key={`${index} ${item.name}`} item={item} shopUrl={order.shopUrl} />
      ))}
      <Divider />
      <Amounts order={order} />
      <Divider />
      <Destination order={order} />
      <Divider />
      <FirstMinute order={order} />
    </Layout>
  );
}
