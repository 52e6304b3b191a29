import type { KeyboardEvent } from 'react';
import { Link, useSearchParams } from 'react-router';

import type { AuthStep } from '#modules/people/accounts/sign-in/rules.ts';
import { classes } from '#ui/classes.ts';

const tabs: { step: AuthStep; title: string }[] = [
  { step: 'in', title: 'Sign In' },
  { step: 'up', title: 'Sign Up' },
];

function toNeighbour(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  const other = event.currentTarget.parentElement?.querySelector<HTMLElement>('[aria-selected="false"]');
  other?.focus();
  other?.click();
}

/** The two tabs are links: they work before the page does, and where to go on to stays in the address. */
export function AuthTabs({ step }: { step: AuthStep }) {
  const next = useSearchParams()[0].get('next');
  const addressOf = (tab: AuthStep) => {
    const query = new URLSearchParams(next === null ? {} : { next });
    if (tab === 'up') query.set('tab', 'sign-up');
    return { pathname: '/auth', search: query.toString() };
  };
  return (
    <div role="tablist" aria-label="Account" className="mb-6 grid grid-cols-2 rounded-full bg-blush p-1">
      {tabs.map((tab) => (
        <Link
          key={tab.step}
          id={`tab-${tab.step}`}
          to={addressOf(tab.step)}
          replace
          preventScrollReset
          role="tab"
          onKeyDown={toNeighbour}
          aria-selected={tab.step === step}
          aria-controls="auth-panel"
          className={classes(
            'inline-flex min-h-11 items-center justify-center rounded-full',
            tab.step === step && 'bg-white shadow-sm',
          )}
        >
          {tab.title}
        </Link>
      ))}
    </div>
  );
}
