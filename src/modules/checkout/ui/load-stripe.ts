import type { Stripe } from '@stripe/stripe-js';

import { initialUrl } from '#ui/initial-url.ts';

export type PaymentConfig = { publishableKey: string; scriptUrl: string; mode: string; taxByPostalCode: boolean };

type StripeConstructor = (key: string) => Stripe;

function loadScript(url: string): Promise<void> {
  return new Promise((done, failed) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => done());
    script.addEventListener('error', () => failed(new Error('The payment form could not be loaded.')));
    document.head.append(script);
  });
}

function constructorOfPage(): StripeConstructor | null {
  const found: unknown = Reflect.get(window, 'Stripe');
  return typeof found === 'function' ? (found as StripeConstructor) : null;
}

/**
 * True if the page may load the provider's script. The security policy allows it only on a page
 * that was opened directly, not by client-side navigation.
 */
export function mayLoad({ mode }: PaymentConfig): boolean {
  if (mode === 'sandbox') return true;
  const opened = initialUrl();
  return opened === null || opened.pathname === window.location.pathname;
}

async function load(config: PaymentConfig): Promise<Stripe | null> {
  const { scriptUrl, publishableKey } = config;
  if (!mayLoad(config)) {
    window.location.reload();
    return null;
  }
  if (constructorOfPage() === null) await loadScript(scriptUrl);
  return constructorOfPage()?.(publishableKey) ?? null;
}

const loaded = new Map<string, Promise<Stripe | null>>();

/**
 * Loads Stripe.js from the provider's host, or the sandbox's substitute from ours, once per page
 * and key. Null if it cannot be loaded.
 */
export function loadPaymentForm(config: PaymentConfig): Promise<Stripe | null> {
  const name = `${config.scriptUrl} ${config.publishableKey}`;
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const loading = load(config).catch((error: unknown) => {
    console.warn('The payment form could not be loaded', error);
    loaded.delete(name);
    return null;
  });
  loaded.set(name, loading);
  return loading;
}
