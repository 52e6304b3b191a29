import { Img } from '@react-email/img';
import { Section } from '@react-email/section';

import { formatUsd } from '#shared/money.ts';

import type { MailItem } from '../mail.ts';
import { Paragraph } from './mail-components.server.tsx';
import { useMailLook } from './mail-theme-context.server.tsx';

/** A product with its picture at full width. `note` is the line below its name and price. */
export function ProductCard({ item, shopUrl, note }: { item: MailItem; shopUrl: string; note: string }) {
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
      </Paragraph>
      <Paragraph look="soft">{note}</Paragraph>
    </Section>
  );
}
