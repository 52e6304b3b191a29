import { Column } from '@react-email/column';
import { Row } from '@react-email/row';
import { Section } from '@react-email/section';

import type { MailContext } from '#modules/email/mail.ts';
import { BrandPicture } from '#modules/email/mails/brand-picture.server.tsx';
import { ItemRow } from '#modules/email/mails/item-row.server.tsx';
import { Action, Layout } from '#modules/email/mails/layout.server.tsx';
import {
  Divider,
  Label,
  OwnText,
  Panel,
  Paragraph,
  TextLink,
  Title,
} from '#modules/email/mails/mail-components.server.tsx';

import {
  amountsOf,
  billingOf,
  confirmationWords,
  instructionsOf,
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
  const instructions = instructionsOf(order);
  return (
    <>
      <Lines label="SHIPPING TO" lines={order.addressLines} />
      {instructions === '' ? null : <Lines label="DELIVERY INSTRUCTIONS" lines={[instructions]} />}
      <Lines label="BILLED TO" lines={billingOf(order)} />
      {paid.length === 0 ? null : <Lines label="PAYMENT" lines={paid} />}
    </>
  );
}

type ConfirmationProps = { order: OrderMail; shop: MailContext };

/** How to use the product, with a picture, and how to send it back. */
function FirstMinute({ order, shop }: ConfirmationProps) {
  const { shopUrl } = order;
  const { returns, picture } = confirmationWords(order, shop);
  const { firstMinute } = shop.afterOrder;
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
      <BrandPicture picture={picture} shopUrl={shopUrl} shop={shop} />
      <Divider />
      <Label>{returns.label}</Label>
      <OwnText text={returns.text} />
    </>
  );
}

/**
 * Renders the email that confirms an order as paid: number, delivery and tracking link first, then
 * the bill and what to do with the product.
 */
export function OrderConfirmation({ order, shop }: ConfirmationProps) {
  const { orderNumber, shopUrl } = order;
  const { heading, text, button } = confirmationWords(order, shop);
  return (
    <Layout title={`Order ${orderNumber} is confirmed`} preview={previewOf(order)} shopUrl={shopUrl} shop={shop}>
      <Label>ORDER {orderNumber}</Label>
      <Title>{heading}</Title>
      <OwnText text={text} />
      {order.shipping === null ? null : <Delivery shipping={order.shipping} />}
      <Section style={{ margin: '26px 0 30px' }}>
        <Action href={order.trackUrl}>{button}</Action>
      </Section>
      {order.items.map((item, index) => (
        <ItemRow key={`${index} ${item.name}`} item={item} shopUrl={shopUrl} />
      ))}
      <Divider />
      <Amounts order={order} />
      <Divider />
      <Destination order={order} />
      <Divider />
      <FirstMinute order={order} shop={shop} />
    </Layout>
  );
}
