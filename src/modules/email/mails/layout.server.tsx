import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import type { ReactNode } from 'react';

import { logoOf, type ShownLogo } from '#modules/content/public-site.ts';

import { builtLogo, dark } from '../mail-theme.ts';
import { mailCopy, type MailContext } from '../mail.ts';
import { FootText, useMailLook } from './mail-theme-context.server.tsx';

/** Colors for mail programs in dark mode. Others use the light inline colors. */
const darkRules = (accent: string) => `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: ${dark.page} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; }
  .panel { background-color: ${dark.panel} !important; }
  .ink { color: ${dark.ink} !important; }
  .soft { color: ${dark.soft} !important; }
  .accent { color: ${accent} !important; }
  .done { background-color: ${accent} !important; }
  .open { background-color: ${dark.line} !important; }
  .rule { border-color: ${dark.line} !important; }
  .by-day { display: none !important; }
  .by-night { display: inline-block !important; }
}`;

type LayoutProps = {
  title: string;
  /** Preview text that an inbox shows beside the subject. */
  preview: string;
  shopUrl: string;
  shop: MailContext;
  /** Replaces the help line below the card. */
  foot?: ReactNode;
  /** Sender's name and postal address, line by line. Required for mails that no purchase caused. */
  seller?: readonly string[];
  /** Subject of the help line: "Questions about …". */
  about?: string;
  children: ReactNode;
};

function Footer({ shopUrl, about, shop }: { shopUrl: string; about: string; shop: MailContext }) {
  const { signOff, help } = mailCopy(shop, 'shared');
  const link = { color: useMailLook().colors.berry, textDecoration: 'underline' };
  return (
    <>
      {signOff === '' ? null : <FootText>{signOff}</FootText>}
      <FootText>
        Questions about {about}? {help}{' '}
        <Link className="accent" href={shopUrl} style={link}>
          {shop.site.name}
        </Link>
      </FootText>
    </>
  );
}

type LogoImageProps = { shopUrl: string; name: string; image: ShownLogo; when?: 'by-day' | 'by-night' };

function LogoImage({ shopUrl, name, image, when }: LogoImageProps) {
  const { berry } = useMailLook().colors;
  return (
    <Img
      className={when === undefined ? 'accent' : `accent ${when}`}
      {...image}
      src={`${shopUrl}${image.src}`}
      alt={name}
      style={{ display: when === 'by-night' ? 'none' : 'inline-block', color: berry, fontSize: 24, letterSpacing: 3 }}
    />
  );
}

/** The owner's logo for light and for dark mail programs, or the built-in one for both. */
function Logo({ shopUrl, name }: { shopUrl: string; name: string }) {
  const { logo } = useMailLook();
  if (logo.onLight.src === '') return <LogoImage shopUrl={shopUrl} name={name} image={builtLogo} />;
  const { onLight, onDark } = logoOf({ logo });
  return (
    <>
      <LogoImage shopUrl={shopUrl} name={name} image={onLight} when="by-day" />
      <LogoImage shopUrl={shopUrl} name={name} image={onDark} when="by-night" />
    </>
  );
}

/** Layout of all mails: page color, white card, shop name above and help line below. */
export function Layout({ title, preview, shopUrl, shop, foot, seller, about = 'your order', children }: LayoutProps) {
  const { colors, nightAccent, sans } = useMailLook();
  return (
    <Html lang="en">
      <Head>
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style dangerouslySetInnerHTML={{ __html: darkRules(nightAccent) }} />
      </Head>
      <Preview>{preview}</Preview>
      <Body
        className="page ink"
        style={{ margin: 0, backgroundColor: colors.cream, color: colors.ink, fontFamily: sans }}
      >
        <div role="main">
          <Container style={{ maxWidth: 580, margin: '0 auto', padding: '36px 14px 44px' }}>
            <Section style={{ textAlign: 'center' }}>
              <Link href={shopUrl}>
                <Logo shopUrl={shopUrl} name={shop.site.name} />
              </Link>
            </Section>
            <Section
              className="card"
              style={{
                marginTop: 24,
                padding: '36px 28px 32px',
                backgroundColor: '#ffffff',
                border: `1px solid ${colors.line}`,
                borderRadius: 20,
              }}
            >
              {children}
            </Section>
            {foot === undefined ? <Footer shopUrl={shopUrl} about={about} shop={shop} /> : foot}
            {seller === undefined || seller.length === 0 ? null : <FootText>{seller.join(', ')}</FootText>}
          </Container>
        </div>
      </Body>
    </Html>
  );
}

/** The main call to action of a mail. */
export function Action({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button
      href={href}
      style={{
        padding: '15px 32px',
        backgroundColor: useMailLook().colors.berry,
        color: '#ffffff',
        borderRadius: 999,
        fontSize: 16,
        fontWeight: 500,
      }}
    >
      {children}
    </Button>
  );
}
