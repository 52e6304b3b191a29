/**
 * Cache lifetimes of pictures. `yearly`: public, at an address that changes with the picture.
 * `daily`: a picture that its owner may withdraw, cached by browsers only. `never`: for its reader
 * alone.
 */
const cacheLifetime = {
  yearly: 'public, max-age=31536000, immutable',
  daily: 'private, max-age=86400',
  never: 'private, no-store',
};

type Picture = { kind: string; bytes: Uint8Array };

/** Returns the response for a picture. If it is opened directly, no script in it runs. */
export function pictureResponse({ kind, bytes }: Picture, lifetime: keyof typeof cacheLifetime): Response {
  const headers = {
    'Cache-Control': cacheLifetime[lifetime],
    'Content-Type': kind,
    'Content-Security-Policy': "default-src 'none'",
  };
  return new Response(new Uint8Array(bytes), { headers });
}
