/** How long browsers keep a picture: one for everyone, whose address changes with it, or one for its reader alone. */
const keeping = { yearly: 'public, max-age=31536000, immutable', never: 'private, no-store' };

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
