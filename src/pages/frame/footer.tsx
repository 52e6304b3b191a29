import { Link, matchPath, useLocation } from 'react-router';

import { ChoicesButton } from '#modules/accounts/ui/privacy-choices-button.tsx';
import { useSite } from '#modules/content/ui/use-site.ts';
import { GetDiscount } from '#modules/marketing/ui/capture-buttons.tsx';

/** Pages of an order that is paid or being paid, for which a discount code comes too late. */
const withoutOffer = ['/checkout-success', '/pay/:id'];

function Entry({ to, label }: { to: string; label: string }) {
  if (to === '') {
    return (
      <span className="inline-flex min-h-11 flex-wrap items-center gap-x-1 text-blush/80">
        <span>{`${label} `}</span>
        <span className="text-xs">(Coming soon)</span>
      </span>
    );
  }
  return (
    <Link to={to} className="inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline">
      {label}
    </Link>
  );
}

function Links() {
  return (
    <nav aria-label="Footer" className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
      {useSite().footer.map(({ title, entries }) => (
        <div key={title} className="group max-sm:last:odd:col-span-2">
          <p className="font-medium text-white">{title}</p>
          <ul className="mt-1 max-sm:group-odd:group-last:flex max-sm:group-odd:group-last:flex-wrap max-sm:group-odd:group-last:gap-x-6">
            {entries.map((entry) => (
              <li key={entry.label}>
                <Entry {...entry} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Seller, and the payment methods that the checkout takes. */
function Seller() {
  const { seller, payments } = useSite();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-white/15 py-3 text-sm">
      {seller.length === 0 ? null : <p className="wrap-anywhere">{`Sold by ${seller.join(' · ')}`}</p>}
      {payments.length === 0 ? null : (
        <ul aria-label="Payment methods" className="flex flex-wrap gap-2">
          {payments.map((name) => (
            <li key={name} className="rounded-md border border-white/30 px-2 py-0.5 text-xs font-medium text-white">
              {name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Footer of every page: links, contact, the product's disclaimer and who sells. */
export function Footer() {
  const site = useSite();
  const { pathname } = useLocation();
  const isOffered = withoutOffer.every((path) => matchPath(path, pathname) === null);
  return (
    <footer className="mt-12 bg-ink text-blush md:mt-20">
      <div className="mx-auto grid max-w-6xl gap-4 px-6 py-5 lg:grid-cols-[2fr_3fr] lg:gap-20 lg:py-10">
        <div>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <img {...site.logo.onDark} alt={site.name} loading="lazy" />
            {isOffered ? <GetDiscount /> : null}
          </div>
          <p className="mt-1 text-sm">
            <span>{`${site.replyPromise} `}</span>
            <a
              className="inline-flex min-h-11 items-center underline underline-offset-4"
              href={`mailto:${site.supportEmail}`}
            >
              {site.supportEmail}
            </a>
          </p>
          <p className="mt-1 text-sm">{`Support hours: ${site.supportHours}`}</p>
          <p className="mt-3 max-w-md text-sm leading-relaxed">{site.disclaimer}</p>
        </div>
        <Links />
      </div>
      <div className="mx-auto max-w-6xl px-6">
        <Seller />
        <p className="flex flex-wrap items-center gap-x-6 border-t border-white/15 py-3 text-sm">
          <span>{`© ${site.name}`}</span>
          <span>{site.imageNote}</span>
          <span>{site.currencyNote}</span>
          <ChoicesButton className="min-h-11 underline underline-offset-4" />
        </p>
      </div>
    </footer>
  );
}
