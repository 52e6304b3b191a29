import { parse } from 'hono/utils/cookie';

const tokenForm = /^[A-Za-z0-9_-]{43}$/;
const daySeconds = 24 * 60 * 60;

/**
 * Cookies that hold a token (`newToken`). If the shop is served over TLS, they are bound to its
 * host.
 */
export function tokenCookie(name: string, days: number) {
  const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');
  const nameOf = (publicUrl: string) => (isSecure(publicUrl) ? `__Host-${name}` : name);
  return {
    /** Returns the token in a request's cookie; null if it is missing or malformed. */
    read(headers: Headers, publicUrl: string): string | null {
      const whole = nameOf(publicUrl);
      const token = parse(headers.get('cookie') ?? '', whole)[whole] ?? '';
      return tokenForm.test(token) ? token : null;
    },
    /** Returns the header that sets the cookie. */
    headerOf(token: string, publicUrl: string): string {
      const secure = isSecure(publicUrl) ? '; Secure' : '';
      const attributes = `Path=/; Max-Age=${days * daySeconds}; HttpOnly; SameSite=Lax${secure}`;
      return `${nameOf(publicUrl)}=${token}; ${attributes}`;
    },
  };
}
