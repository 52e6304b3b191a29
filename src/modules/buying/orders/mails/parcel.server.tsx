import { Column, Link, Row, Section } from '@react-email/components';

import { parcelSteps, parcelWords, stepsDone, type ParcelKind, type ParcelMail } from './rules.ts';
import { HeadPicture } from '#modules/ground/email/mails/head-picture.server.tsx';
import { Action, colours, Layout } from '#modules/ground/email/mails/layout.server.tsx';
import { ItemRow } from '#modules/ground/email/mails/item-row.server.tsx';
import { Label, Line, Panel, Rule, Title } from '#modules/ground/email/mails/text.server.tsx';

function Steps({ done }: { done: number }) {
  return (
    <Row data-skip-in-text="true" style={{ margin: '28px 0 4px', tableLayout: 'fixed' }}>
      {parcelSteps.map((step, place) => (
        <Column key={step} style={{ width: '25%', paddingRight: 6, verticalAlign: 'top' }}>
          <div
            className={place < done ? 'done' : 'open'}
            style={{ height: 5, borderRadius: 3, backgroundColor: place < done ? colours.berry : colours.line }}
          />
          <Line look={place < done ? 'small' : 'smallSoft'}>{step}</Line>
        </Column>
      ))}
    </Row>
  );
}

function Way({ mail: { trackingNumber, carrierUrl, carrier } }: { mail: ParcelMail }) {
  if (trackingNumber === null || carrierUrl === null) return null;
  return (
    <Line look="soft">
      {carrier ?? 'Tracking number'}{' '}
      <Link className="accent" href={carrierUrl} style={{ color: colours.berry, textDecoration: 'underline' }}>
        {trackingNumber}
      </Link>
    </Line>
  );
}

function Parcel({ mail, isToday }: { mail: ParcelMail; isToday: boolean }) {
  const delivery = isToday ? 'Today' : mail.delivery;
  if (mail.trackingNumber === null && delivery === null) return null;
  return (
    <Panel>
      <Label>{delivery === null ? 'YOUR PARCEL' : 'ESTIMATED DELIVERY'}</Label>
      {delivery === null ? null : <Line look="strong">{delivery}</Line>}
      <Way mail={mail} />
    </Panel>
  );
}

/** Tells where a parcel is: sent, close, or there. */
export function ParcelNews({ kind, mail }: { kind: ParcelKind; mail: ParcelMail }) {
  const { title, text } = parcelWords(kind, mail);
  const isThere = kind === 'order_delivered';
  return (
    <Layout title={title} preview={text} shopUrl={mail.shopUrl}>
      <HeadPicture kind={kind} shopUrl={mail.shopUrl} />
      <Label>ORDER {mail.orderNumber}</Label>
      <Title>{title}</Title>
      <Line>{text}</Line>
      <Steps done={stepsDone[kind]} />
      <Section style={{ margin: '26px 0 30px' }}>
        <Action href={mail.trackUrl}>{isThere ? 'See Your Order' : 'Track Your Order'}</Action>
      </Section>
      {isThere ? null : <Parcel mail={mail} isToday={kind === 'order_out_for_delivery'} />}
      {mail.items.map((item, place) => (
        <ItemRow key={`${place} ${item.name}`} item={item} shopUrl={mail.shopUrl} isPriced={false} />
      ))}
      <Rule />
      <Label>{isThere ? 'DELIVERED TO' : 'SHIPPING TO'}</Label>
      {mail.addressLines.map((line, place) => (
        <Line key={`${place} ${line}`}>{line}</Line>
      ))}
    </Layout>
  );
}
