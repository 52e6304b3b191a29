import { demoAccounts } from '#content/demo-shop.ts';

/** Returns the cookies of a newly signed-in admin of a demo shop. */
export async function adminCookie(url: string): Promise<string> {
  const { email, password } = demoAccounts.find(({ role }) => role === 'admin') ?? { email: '', password: '' };
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: url },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`the admin's sign-in answered ${answer.status}`);
  const cookies = answer.headers.getSetCookie();
  return cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ');
}
