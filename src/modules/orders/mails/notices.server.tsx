import { Column, Link, Row, Section, Text } from '@react-email/components';
import type { ReactNode } from 'react';

import { HeadPicture } from '#modules/email/mails/head-picture.server.tsx';
import { ItemRow } from '#modules/email/mails/item-row.server.tsx';
import { Action, colors, Layout } from '#modules/email/mails/layout.server.tsx';
import { Label, Paragraph, Panel, Divider, Title } from '#modules/email/mails/mail-components.server.tsx';
import { formatUsd } from '#shared/money.ts';

import {
  cancelledCopy,
  deliverySteps,
  shipmentCopy,
  refundCopy,
  returnCopy,
  stepsDone,
  type CancelledMail,
  type OrderHead,
  type ShipmentKind,
  type ShipmentMail,
  type RefundMail,
  type ReturnKind,
  type ReturnMail,
} from '../order-emails.ts';

type NoticeProps = {
  mail: OrderHead;
  copy: { title: string; text: string };
  label?: string;
  picture?: string;
  /** Shown between the title and the text. */
  figure?: ReactNode;
  /** Shown between the text and the button. */
  steps?: ReactNode;
  button?: { text: string; url: string };
  children: ReactNode;
};

/** Layout of every email about a step of an order: what happened, and a link to the order. */
function Notice({ mail, copy: { title, text }, picture, figure, steps, button, children, ...rest }: NoticeProps) {
  const { label = `ORDER ${mail.orderNumber}` } = rest;
  return (
    <Layout title={title} preview={text} shopUrl={mail.shopUrl}>
      {picture === undefined ? null : <HeadPicture kind={picture} shopUrl={mail.shopUrl} />}
      <Label>{label}</Label>
      <Title>{title}</Title>
      {figure}
      <Paragraph>{text}</Paragraph>
      {steps}
      <Section style={{ margin: '26px 0 30px' }}>
        <Action href={button?.url ?? mail.trackUrl}>{button?.text ?? 'See Your Order'}</Action>
      </Section>
      {children}
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
export const cancelledNotice = (mail: CancelledMail) => (
  <Notice mail={mail} copy={cancelledCopy(mail)}>
    <RuledItems mail={mail} />
  </Notice>
);

/** Renders the email about a refund: its amount, and when it becomes visible. */
export function refundNotice(mail: RefundMail) {
  const figure = (
    <Panel>
      <Label>{mail.isFull ? 'REFUND' : 'PARTIAL REFUND'}</Label>
      <Text className="ink" style={{ margin: 0, fontSize: 27, lineHeight: '36px', color: colors.ink }}>
        {formatUsd(mail.amountCents)}
      </Text>
    </Panel>
  );
  return (
    <Notice mail={mail} copy={refundCopy(mail)} figure={figure}>
      <RuledItems mail={mail} />
    </Notice>
  );
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="accent" href={href} style={{ color: colors.berry, textDecoration: 'underline' }}>
      {children}
    </Link>
  );
}

/**
 * Renders the email about a step of a return: announced, label sent, arrived, or closed without a
 * refund.
 */
export function returnNotice(kind: ReturnKind, mail: ReturnMail) {
  const labelUrl = kind === 'return_label' ? mail.labelUrl : null;
  const button = labelUrl === null ? {} : { button: { text: 'Open the Label', url: labelUrl } };
  return (
    <Notice mail={mail} copy={returnCopy(kind, mail)} label={`RETURN ${mail.code}`} {...button}>
      {labelUrl === null ? null : (
        <Panel>
          <Label>IN THE PARCEL</Label>
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
  const delivery = isToday ? 'Today' : mail.delivery;
  if (trackingNumber === null && delivery === null) return null;
  return (
    <Panel>
      <Label>{delivery === null ? 'YOUR PARCEL' : 'ESTIMATED DELIVERY'}</Label>
      {delivery === null ? null : <Paragraph look="strong">{delivery}</Paragraph>}
      {trackingNumber === null || carrierUrl === null ? null : (
        <Paragraph look="soft">
          {carrier ?? 'Tracking number'} <TextLink href={carrierUrl}>{trackingNumber}</TextLink>
        </Paragraph>
      )}
    </Panel>
  );
}

/** Renders the email about a shipment: sent, out for delivery, or delivered. */
export function shipmentNotice(kind: ShipmentKind, mail: ShipmentMail) {
  const isDelivered = kind === 'order_delivered';
  const button = { text: isDelivered ? 'See Your Order' : 'Track Your Order', url: mail.trackUrl };
  const steps = <Steps done={stepsDone[kind]} />;
  return (
    <Notice mail={mail} copy={shipmentCopy(kind, mail)} picture={kind} steps={steps} button={button}>
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
