import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRevalidator,
  useRouteLoaderData,
} from 'react-router';

import { site } from '#content/site.ts';
import { pageRequest } from '#platform/http/page-context.server.ts';

import type { Route } from './+types/root.ts';
import './app.css';
import cormorant from './fonts/cormorant-english.woff2?url';
import jost from './fonts/jost-english.woff2?url';
import { Failure } from './pages/frame/failure.tsx';
import { NotFound } from './pages/frame/not-found.tsx';
import { PageFrame } from './pages/frame/page-frame.tsx';

const font = (href: string) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
  href,
});

export const links: Route.LinksFunction = () => [
  font(jost),
  font(cormorant),
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/icon-180.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export function loader({ context }: Route.LoaderArgs) {
  const { settings } = context.get(pageRequest).ctx;
  return { isDemo: settings.shopMode === 'demo', publicUrl: settings.publicUrl };
}

/** The shop's mode and address stay as they are while a visitor goes from page to page. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f43f5e" />
        <Meta />
        <meta property="og:site_name" content={site.name} />
        <meta property="og:image:alt" content={site.shareImageAlt} />
        <Links />
      </head>
      <body>
        <PageFrame isDemo={data?.isDemo ?? false}>{children}</PageFrame>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

/** What a page shows instead of itself when it failed or does not exist. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { revalidate } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <Failure error={error} onRetry={() => void revalidate()} />;
}
