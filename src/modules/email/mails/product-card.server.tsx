import { Img } from '@react-email/img';
import { Section } from '@react-email/section';

import { formatUsd, type Cents } from '#shared/money.ts';

import type { MailItem } from '../mail.ts';
import { Paragraph } from './mail-components.server.tsx';
import { useMailLook } from './mail-theme-context.server.tsx';

type ProductCardProps = {
  item: MailItem;
  /** Price without an offer, which is crossed out. */
  regularCents?: Cents | undefined;
  shopUrl: string;
  /** Line below its name and price. */
  note: string;
};

/** A product with its picture at full width. */
export function ProductCard({ item, regularCents, shopUrl, note }: ProductCardProps) {
  const { name, imageUrl, quantity, amountCents } = item;
  const { blush } = useMailLook().colors;
  const units = quantity === 1 ? '' : ` × ${quantity}`;
  return (
    <Section style={{ marginBottom: 20 }}>
      <Img
        src={`${shopUrl}${imageUrl}-480.jpg`}
        alt=""
        width={494}
        height={494}
        style={{ width: '100%', height: 'auto', borderRadius: 14, backgroundColor: blush, marginBottom: 14 }}
      />
      <Paragraph look="strong">
        {name}
        {units}: {formatUsd(amountCents)}
        {regularCents === undefined ? null : (
          <>
            {' '}
            <s data-skip-in-text="true">{formatUsd(regularCents)}</s>
          </>
        )}
      </Paragraph>
      <Paragraph look="soft">{note}</Paragraph>
    </Section>
  );
}
