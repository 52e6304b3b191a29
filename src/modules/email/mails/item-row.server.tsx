import { Column } from '@react-email/column';
import { Img } from '@react-email/img';
import { Row } from '@react-email/row';

import { formatUsd } from '#shared/money.ts';

import type { MailItem } from '../mail.ts';
import { Paragraph } from './mail-components.server.tsx';
import { useMailLook } from './mail-theme-context.server.tsx';

/** One purchased item. The picture is decorative, so the mail is complete if images are blocked. */
export function ItemRow({ item, shopUrl, isPriced = true }: { item: MailItem; shopUrl: string; isPriced?: boolean }) {
  const { blush } = useMailLook().colors;
  return (
    <Row style={{ marginBottom: 12 }}>
      <Column style={{ width: 84, verticalAlign: 'middle' }}>
        <Img
          src={`${shopUrl}${item.imageUrl}-480.jpg`}
          alt=""
          width={72}
          height={72}
          style={{ borderRadius: 14, backgroundColor: blush, objectFit: 'cover' }}
        />
      </Column>
      <Column style={{ verticalAlign: 'middle' }}>
        <Paragraph look="strong">{item.name}</Paragraph>
        <Paragraph look="soft">Quantity {item.quantity}</Paragraph>
      </Column>
      {isPriced ? (
        <Column style={{ width: '1%', verticalAlign: 'middle', whiteSpace: 'nowrap' }}>
          <Paragraph right>{formatUsd(item.amountCents)}</Paragraph>
        </Column>
      ) : null}
    </Row>
  );
}
