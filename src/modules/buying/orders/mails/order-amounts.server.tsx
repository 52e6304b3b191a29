import { Column, Row, Section } from '@react-email/components';

import { Line } from '#modules/ground/email/mails/text.server.tsx';

import { amountsOf, type OrderMail } from './rules.ts';

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
