import { Column, Link, Row, Section } from '@react-email/components';

import { parcelSteps, parcelWords, stepsDone, type ParcelKind } from '../parcel-text.ts';
import type { ParcelMail } from '../rules.ts';
import { Action, colours, Layout } from './layout.server.tsx';
import { ItemRow } from './order-amounts.server.tsx';
import { Label, Line, Panel, Rule, Title } from './text.server.tsx';

function Steps({ done }: { done: number }) {
  return (
    <Row style={{ margin: '28px 0 4px', tableLayout: 'fixed' }}>
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

function Parcel({ mail: { trackingNumber, carrierUrl, carrier, delivery } }: { mail: ParcelMail }) {
  if (trackingNumber === null && delivery === null) return null;
  return (
    <Panel>
      {delivery === null ? null : (
        <>
          <Label>ESTIMATED DELIVERY</Label>
          <Line look="strong">{delivery}</Line>
        </>
      )}
      {trackingNumber === null || carrierUrl === null ? null : (
        <Line look="soft">
          {carrier === null ? 'Tracking number' : carrier}{' '}
          <Link className="accent" href={carrierUrl} style={{ color: colours.berry, textDecoration: 'underline' }}>
            {trackingNumber}
          </Link>
        </Line>
      )}
    </Panel>
  );
}

/** Tells where a parcel is: sent, close, or there. */
export function ParcelNews({ kind, mail }: { kind: ParcelKind; mail: ParcelMail }) {
  const { title, text } = parcelWords(kind, mail);
  const isThere = kind === 'order_delivered';
  return (
    <Layout title={title} preview={text} shopUrl={mail.shopUrl}>
      <Label>ORDER {mail.orderNumber}</Label>
      <Title>{title}</Title>
      <Line>{text}</Line>
      <Steps done={stepsDone[kind]} />
      <Section style={{ margin: '26px 0 30px' }}>
        <Action href={mail.trackUrl}>{isThere ? 'See Your Order' : 'Track Your Order'}</Action>
      </Section>
      {isThere ? null : <Parcel mail={mail} />}
      {mail.items.map((item, place) => (
        <ItemRow key={`${place} ${item.name}`} item={item} shopUrl={mail.shopUrl} />
      ))}
      <Rule />
      <Label>{isThere ? 'DELIVERED TO' : 'SHIPPING TO'}</Label>
      {mail.addressLines.map((line, place) => (
        <Line key={`${place} ${line}`}>{line}</Line>
      ))}
    </Layout>
  );
}
