/**
 * How long a picture is kept: one for everyone, whose address changes with it; one that somebody gave and may take away, by a browser
 * and by no cache between; or one for its reader alone.
 */
const keeping = {
  yearly: 'public, max-age=31536000, immutable',
  daily: 'private, max-age=86400',
  never: 'private, no-store',
};

type Picture = { kind: string; bytes: Uint8Array };

/** Sends a picture; opened by itself, nothing in it runs. */
export function pictureResponse({ kind, bytes }: Picture, kept: keyof typeof keeping): Response {
  const headers = {
    'Cache-Control': keeping[kept],
    'Content-Type': kind,
    'Content-Security-Policy': "default-src 'none'",
  };
  return new Response(new Uint8Array(bytes), { headers });
}
