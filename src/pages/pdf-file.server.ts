/** A PDF to look at, of which nobody on the way keeps a copy. */
export const pdfFile = (name: string, bytes: Uint8Array) =>
  new Response(Buffer.from(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}.pdf"`,
      'cache-control': 'private, no-store',
    },
  });
