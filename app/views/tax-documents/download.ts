/** The response with a tax document to download. Server side. */
import { data } from 'react-router'
import type { Download } from '#server/tax-documents/download'

/** Seconds after which it is worth another try while too many documents are being rendered. */
const RETRY_AFTER = '10'

const PRIVATE = { 'Cache-Control': 'private, no-store' }

/** `headers`: of the page that links to it. Throws 404 without a document, and 503 while too many are being rendered. */
export function respondWithDownload(download: Download | null, headers: Record<string, string> = PRIVATE): Response {
  if (!download) throw data(null, { status: 404, headers })
  const { name, content } = download
  if (!content) throw data(null, { status: 503, headers: { ...headers, 'Retry-After': RETRY_AFTER } })
  return new Response(new Uint8Array(content), {
    headers: {
      ...headers,
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="${name}"`,
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
