const name = 'linked_code';
const daySeconds = 24 * 60 * 60;

/** Returns the header of the cookie that holds a link's code until a checkout has tried it. */
export function linkedCodeCookie(code: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${code}; Path=/; Max-Age=${daySeconds}; SameSite=Lax${secure}`;
}

/** Returns the code of the link that this browser followed, or null. */
export const linkedCode = () => new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(document.cookie)?.[1] ?? null;

export function forgetLinkedCode(): void {
  document.cookie = `${name}=; Path=/; Max-Age=0`;
}
