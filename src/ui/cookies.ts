import { newStore } from './store.ts';

const name = 'cookies';

function keepsCookies(): boolean {
  try {
    document.cookie = `${name}=kept; Path=/; SameSite=Lax`;
    const isKept = document.cookie.includes(`${name}=kept`);
    document.cookie = `${name}=; Path=/; Max-Age=0`;
    return isKept;
  } catch {
    // A frame that has no origin of its own may not even ask.
    return false;
  }
}

/** Whether the browser keeps cookies: tried once a page, as browsers that block them may still say that they do. */
export const cookiesEnabled = newStore(keepsCookies, true);
