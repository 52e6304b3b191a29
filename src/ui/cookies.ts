import { createStore } from './store.ts';

const name = 'cookies';

function keepsCookies(): boolean {
  try {
    document.cookie = `${name}=kept; Path=/; SameSite=Lax`;
    const isStored = document.cookie.includes(`${name}=kept`);
    document.cookie = `${name}=; Path=/; Max-Age=0`;
    return isStored;
  } catch {
    // Reading cookies throws in a frame with an opaque origin.
    return false;
  }
}

/**
 * True when the browser stores cookies.
 * Tested once per page, because browsers that block cookies may still report them as enabled.
 */
export const cookiesEnabled = createStore(keepsCookies, true);

/** Notice for browsers that block cookies. */
export const cookiesNeeded = {
  title: 'Your browser blocks cookies',
  description:
    'The cart, the checkout and signing in need them. Please allow them for this shop, and reload this page.',
};
