import { Link } from 'react-router';

import { navigation, site } from '#content/site.ts';
import { GetDiscount } from '#modules/marketing/ui/capture-buttons.tsx';

/** The end of every page: where to go, how to reach us, what the device is not. */
export function Footer() {
  return (
    <footer className="mt-20 bg-ink text-blush md:mt-28">
      <div className="mx-auto grid max-w-6xl gap-10 px-6 py-14 md:grid-cols-[2fr_1fr_1fr]">
        <div>
          <img src="/logo-white.svg" alt={site.name} width={137} height={30} />
          <p className="mt-4 max-w-md text-sm leading-relaxed">{site.disclaimer}</p>
          <p className="mt-2 text-sm">{site.imageNote}</p>
        </div>
        <nav aria-label="Footer" className="flex flex-col">
          {navigation.map(({ to, label }) => (
            <Link key={to} to={to} className="py-1.5 underline-offset-4 hover:underline">
              {label}
            </Link>
          ))}
        </nav>
        <div className="text-sm leading-relaxed">
          <p className="font-medium text-white">Support</p>
          <p>{site.supportHours}</p>
          <p className="mt-3">Prices in USD for every country.</p>
          <GetDiscount className="mt-5" />
        </div>
      </div>
    </footer>
  );
}
