import { Img, Section } from '@react-email/components';

import { mails } from '#content/mails.ts';

import { colors } from './layout.server.tsx';
import { Paragraph } from './mail-components.server.tsx';

/** Inner width of the widest mail's card, in px. */
const columnPx = 494;

/**
 * The brand's picture for this kind of mail. Its alt text is shown small and soft if images are
 * blocked.
 */
export function HeadPicture({ kind, shopUrl }: { kind: string; shopUrl: string }) {
  const picture = Object.entries(mails.pictures).find(([name]) => name === kind)?.[1];
  if (picture === undefined) return null;
  const { src, width, height, alt } = picture;
  return (
    <Section data-skip-in-text="true" style={{ marginBottom: 26 }}>
      <Img
        className="panel soft"
        src={`${shopUrl}${src}`}
        alt={alt}
        width={columnPx}
        height={Math.round((columnPx * height) / width)}
        style={{
          width: '100%',
          height: 'auto',
          borderRadius: 14,
          backgroundColor: colors.blush,
          color: colors.soft,
          fontSize: 14,
          lineHeight: '20px',
        }}
      />
      <Paragraph look="smallSoft">{mails.pictureNote}</Paragraph>
    </Section>
  );
}
