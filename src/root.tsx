import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRevalidator,
  useRouteLoaderData,
} from 'react-router';

import { builtShareImage } from '#content/site.ts';
import { shareImageOf, siteOnPage } from '#modules/content/public-site.ts';
import type { Theme } from '#modules/content/theme.schema.ts';
import { themeSheetPath } from '#modules/content/theme-stylesheet.server.ts';
import { pageAgeMs } from '#modules/catalog/product.ts';
import { shopSettings, shownBanner, shownSeller } from '#modules/settings/shop-settings.server.ts';
import { cachedRead } from '#platform/http/cached-read.server.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { timeZone } from '#shared/shop-zone.ts';
import type { ElementChildren } from '#ui/element-children.ts';

import type { Route } from './+types/root.ts';
import styles from './app.css?url';
import cormorant from './fonts/cormorant-english.woff2?url';
import jost from './fonts/jost-english.woff2?url';
import { handleUnreachableForms } from './pages/forms/failed-forms.ts';
import { PageError } from './pages/frame/page-error.tsx';
import { NotFound } from './pages/frame/not-found.tsx';
import { PageFrame, AdminFrame, type OpenPages } from './pages/frame/page-frame.tsx';
import { sellerOnPage } from './pages/info/demo-content.server.ts';
import { contentOrInitial } from './pages/page-content.server.ts';
import { enforceAudience } from './pages/page-audience.server.ts';
import { pathsWith } from './pages/page-registry.ts';

export const links: Route.LinksFunction = () => [
  // Listed here, so that a page that loads later does not add it again and restyle everything.
  { rel: 'stylesheet', href: styles },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export const middleware: Route.MiddlewareFunction[] = [enforceAudience];
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [handleUnreachableForms];

const openPages: OpenPages = { measured: pathsWith('measured'), interruptible: pathsWith('interruptible') };
const closed: OpenPages = { measured: [], interruptible: [] };

const settings = cachedRead(({ db }) => shopSettings(db));

export async function loader({ context }: Route.LoaderArgs) {
  const request = context.get(pageRequest);
  const { shopMode, publicUrl, metaPixelId = null } = request.ctx.settings;
  const content = await contentOrInitial(request);
  const { theme, site } = content;
  const { freeShipping } = site;
  const read = () => settings(request);
  const banner = await shownBanner(request.ctx, { pageAgeMs, freeShipping }, read);
  const seller = sellerOnPage(shopMode, await shownSeller(request.ctx, read));
  const { rose: themeColor } = theme.colors;
  const shop = siteOnPage(content, seller);
  const shareImage = shareImageOf(theme) ?? { ...builtShareImage, alt: theme.shareImage.alt };
  const isDemo = shopMode === 'demo';
  // A cached page, which has no cache lifetime of its own data, is the same for everyone.
  const isForGuest = request.cacheLifetime !== undefined && request.visitor.user === null;
  const shown = {
    isDemo,
    isForGuest,
    publicUrl,
    pixelId: metaPixelId,
    banner,
    openPages,
    site: shop,
    themeColor,
    shareImage,
  };
  return { ...shown, ...ownLook(theme) };
}

type Look = { sheet?: string; fonts?: string[]; icon?: string };

/** Style sheet, fonts and icon of a theme. The built look adds nothing to a page. */
function ownLook(theme: Theme): Look {
  const sheet = themeSheetPath(theme);
  const fonts = theme.fonts === 'system' ? [] : [jost];
  const { src: icon } = theme.logo.icon;
  return {
    ...(sheet === null ? {} : { sheet }),
    ...(theme.fonts === 'pair' ? {} : { fonts }),
    ...(icon === '' ? {} : { icon }),
  };
}

type Loaded = Awaited<ReturnType<typeof loader>>;

/** Never: what every page has does not change during client-side navigation. */
export const shouldRevalidate = () => false;

/** True on admin pages, which are not inside the shop's frame. */
const useIsAdmin = () => useMatches().some(({ id }) => id === 'pages/admin/layout');

type ShareImageProps = { publicUrl: string; image: typeof builtShareImage & { alt: string } };

function ShareImage({ publicUrl, image: { src, width, height, alt } }: ShareImageProps) {
  return (
    <>
      <meta property="og:image" content={publicUrl + src} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={alt} />
    </>
  );
}

function Icons({ own }: { own: string | undefined }) {
  if (own !== undefined) {
    return (
      <>
        <link rel="icon" href={own} type="image/png" />
        <link rel="apple-touch-icon" href={own} />
      </>
    );
  }
  return (
    <>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="apple-touch-icon" href="/icon-180.png" />
    </>
  );
}

export function Layout({ children }: { children: ElementChildren }) {
  const data = useRouteLoaderData<typeof loader>('root');
  const shown: Partial<Loaded> = data ?? {};
  const {
    isDemo = false,
    isForGuest = false,
    pixelId = null,
    banner = '',
    openPages = closed,
    fonts = [jost, cormorant],
    sheet,
    icon,
  } = shown;
  const isAdmin = useIsAdmin();
  return (
    <html lang="en" data-time-zone={timeZone()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {data && <meta name="theme-color" content={data.themeColor} />}
        <Meta />
        {data && <meta property="og:site_name" content={data.site.name} />}
        {data && <ShareImage publicUrl={data.publicUrl} image={data.shareImage} />}
        {fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" crossOrigin="anonymous" href={href} />
        ))}
        <Icons own={icon} />
        <Links />
        {sheet ? <link rel="stylesheet" href={sheet} /> : null}
      </head>
      <body>
        {isAdmin ? (
          <AdminFrame>{children}</AdminFrame>
        ) : (
          <PageFrame isDemo={isDemo} isForGuest={isForGuest} pixelId={pixelId} banner={banner} openPages={openPages}>
            {children}
          </PageFrame>
        )}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** Page shown if a page failed or does not exist. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { revalidate } = useRevalidator();
  const isAdmin = useIsAdmin();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  const shown = isMissing ? (
    <NotFound />
  ) : (
    <PageError error={error} onRetry={() => void revalidate()}>
      <ButtonLink to="/" look="second" reloadDocument>
        Return to Home
      </ButtonLink>
    </PageError>
  );
  // The shop's frame has its own main element, admin pages do not.
  return isAdmin ? <main id="content">{shown}</main> : shown;
}
