import { Img } from '@react-email/img';
import { Section } from '@react-email/section';

import { mailCopy, type MailContext } from '../mail.ts';
import { Paragraph } from './mail-components.server.tsx';
import { useMailLook } from './mail-theme-context.server.tsx';

/** Inner width of the widest email's card, in px. */
const columnPx = 494;

type Picture = MailContext['emails']['order_confirmation']['picture'];

/**
 * Returns the file for twice the column's width, or the widest. JPEG, because every mail program
 * shows it.
 */
function fileOf({ src, widths = [480] }: Picture): string {
  const sorted = widths.toSorted((a, b) => a - b);
  return `${src}-${sorted.find((width) => width >= 2 * columnPx) ?? sorted.at(-1)}.jpg`;
}

type BrandPictureProps = { picture: Picture; shopUrl: string; shop: MailContext };

/**
 * The owner's picture in an email. Its alt text is shown small and soft if images are blocked.
 */
export function BrandPicture({ picture, shopUrl, shop }: BrandPictureProps) {
  const { width, height, alt } = picture;
  const { colors } = useMailLook();
  return (
    <Section data-skip-in-text="true" style={{ marginTop: 22 }}>
      <Img
        className="panel soft"
        src={`${shopUrl}${fileOf(picture)}`}
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
      <Paragraph look="smallSoft">{mailCopy(shop, 'shared').pictureNote}</Paragraph>
    </Section>
  );
}
