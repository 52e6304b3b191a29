import { Column } from '@react-email/column';
import { Row } from '@react-email/row';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import type { ReactNode } from 'react';

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
import { useMailLook } from '#modules/email/mails/mail-theme-context.server.tsx';
import { formatUsd } from '#shared/money.ts';

import {
  cancelledCopy,
  deliverySteps,
  shipmentCopy,
  refundCopy,
  returnCopy,
  stepsDone,
  type CancelledMail,
  type Copy,
  type OrderHead,
  type ShipmentKind,
  type ShipmentMail,
  type RefundMail,
  type ReturnKind,
  type ReturnMail,
} from '../order-emails.ts';

type NoticeProps = {
  mail: OrderHead;
  copy: Copy;
  shop: MailContext;
  label?: string;
  picture?: MailContext['emails']['order_shipped']['picture'];
  /** Shown between the title and the text. */
  figure?: ReactNode;
  /** Shown between the text and the button. */
  steps?: ReactNode;
  /** Target of the button, if it is not the order. */
  url?: string;
  children: ReactNode;
};

/** Layout of every email about a step of an order: what happened, and a link to the order. */
function Notice({ mail, copy, shop, picture, figure, steps, url, children, ...rest }: NoticeProps) {
  const { heading, text, button } = copy;
  const { label = `ORDER ${mail.orderNumber}` } = rest;
  return (
    <Layout title={heading} preview={text} shopUrl={mail.shopUrl} shop={shop}>
      <Label>{label}</Label>
      <Title>{heading}</Title>
      {figure}
      <OwnText text={text} />
      {steps}
      <Section style={{ margin: '26px 0 30px' }}>
        <Action href={url ?? mail.trackUrl}>{button}</Action>
      </Section>
      {children}
      {picture === undefined ? null : <BrandPicture picture={picture} shopUrl={mail.shopUrl} shop={shop} />}
    </Layout>
  );
}

function Items({ mail }: { mail: OrderHead }) {
  return mail.items.map((item, index) => (
    <ItemRow key={`${index} ${item.name}`} item={item} shopUrl={mail.shopUrl} isPriced={false} />
  ));
}

function RuledItems({ mail }: { mail: OrderHead }) {
  return (
    <>
      <Divider />
      <Items mail={mail} />
    </>
  );
}

/** Renders the email about a cancelled order, and what happens with the money. */
export const cancelledNotice = (mail: CancelledMail, shop: MailContext) => (
  <Notice mail={mail} copy={cancelledCopy(mail, shop)} shop={shop}>
    <RuledItems mail={mail} />
  </Notice>
);

/** Renders the email about a refund: its amount, and when it becomes visible. */
export function refundNotice(mail: RefundMail, shop: MailContext) {
  const figure = (
    <Panel>
      <Label>{mail.isFull ? 'REFUND' : 'PARTIAL REFUND'}</Label>
      <Text className="ink" style={{ margin: 0, fontSize: 27, lineHeight: '36px', color: shop.theme.colors.ink }}>
        {formatUsd(mail.amountCents)}
      </Text>
    </Panel>
  );
  return (
    <Notice mail={mail} copy={refundCopy(mail, shop)} shop={shop} figure={figure}>
      <RuledItems mail={mail} />
    </Notice>
  );
}

/**
 * Renders the email about a step of a return: announced, label sent, arrived, or closed without a
 * refund.
 */
export function returnNotice(kind: ReturnKind, mail: ReturnMail, shop: MailContext) {
  const labelUrl = kind === 'return_label' ? mail.labelUrl : null;
  const copy = returnCopy(kind, mail, shop);
  return (
    <Notice mail={mail} copy={copy} shop={shop} label={`RETURN ${mail.code}`} url={labelUrl ?? mail.trackUrl}>
      {labelUrl === null ? null : (
        <Panel>
          <Label>IN THE BOX</Label>
          <Paragraph look="strong">
            <TextLink href={mail.slipUrl}>Print the return slip {mail.code}</TextLink>
          </Paragraph>
        </Panel>
      )}
      <RuledItems mail={mail} />
    </Notice>
  );
}

function Steps({ done }: { done: number }) {
  const { colors } = useMailLook();
  return (
    <Row data-skip-in-text="true" style={{ margin: '28px 0 4px', tableLayout: 'fixed' }}>
      {deliverySteps.map((step, index) => (
        <Column key={step} style={{ width: '25%', paddingRight: 6, verticalAlign: 'top' }}>
          <div
            className={index < done ? 'done' : 'open'}
            style={{ height: 5, borderRadius: 3, backgroundColor: index < done ? colors.berry : colors.line }}
          />
          <Paragraph look={index < done ? 'small' : 'smallSoft'}>{step}</Paragraph>
        </Column>
      ))}
    </Row>
  );
}

function ShipmentPanel({ mail, isToday }: { mail: ShipmentMail; isToday: boolean }) {
  const { trackingNumber, carrierUrl, carrier } = mail;
  const latest = trackingNumber === null || carrierUrl === null ? [] : [{ carrier, trackingNumber, carrierUrl }];
  const packages = mail.packages ?? latest;
  const delivery = isToday ? 'Today' : mail.delivery;
  if (trackingNumber === null && delivery === null) return null;
  return (
    <Panel>
      <Label>
        {delivery === null ? (packages.length > 1 ? 'YOUR PACKAGES' : 'YOUR PACKAGE') : 'ESTIMATED DELIVERY'}
      </Label>
      {delivery === null ? null : <Paragraph look="strong">{delivery}</Paragraph>}
      {packages.map((one) => (
        <Paragraph key={one.trackingNumber} look="soft">
          {one.carrier ?? 'Tracking number'} <TextLink href={one.carrierUrl}>{one.trackingNumber}</TextLink>
        </Paragraph>
      ))}
    </Panel>
  );
}

/** Renders the email about a shipment: sent, out for delivery, or delivered. */
export function shipmentNotice(kind: ShipmentKind, mail: ShipmentMail, shop: MailContext) {
  const isDelivered = kind === 'order_delivered';
  const picture = kind === 'order_shipped' ? { picture: shop.emails[kind].picture } : {};
  const steps = <Steps done={stepsDone[kind]} />;
  return (
    <Notice mail={mail} copy={shipmentCopy(kind, mail, shop)} shop={shop} steps={steps} {...picture}>
      {isDelivered ? null : <ShipmentPanel mail={mail} isToday={kind === 'order_out_for_delivery'} />}
      <Items mail={mail} />
      <Divider />
      <Label>{isDelivered ? 'DELIVERED TO' : 'SHIPPING TO'}</Label>
      {mail.addressLines.map((line, index) => (
        <Paragraph key={`${index} ${line}`}>{line}</Paragraph>
      ))}
    </Notice>
  );
}
