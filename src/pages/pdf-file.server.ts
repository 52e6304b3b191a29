/** Response with a PDF to show, which no cache may store. */
export const pdfFile = (name: string, bytes: Uint8Array) =>
  new Response(Buffer.from(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}.pdf"`,
      'cache-control': 'private, no-store',
    },
  });
