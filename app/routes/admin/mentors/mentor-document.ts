/**
 * /mentor/:id/documents/:document — sends a document that a mentor gave, to an admin. A POST, since each opening is recorded.
 * An attachment that no browser opens as a page of ours, whatever its bytes are.
 */
import { data, redirect } from 'react-router'
import { isRowId } from '#domain/row-id'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { requireAdmin } from '#server/site/guards/account-guards'
import { openDocument } from '#server/mentors/checks/documents'
import * as m from '#messages/admin'
import type { Route } from './+types/mentor-document'

export function loader({ context, request, params: { id } }: Route.LoaderArgs) {
  requireAdmin(context, request)
  if (!isRowId(id)) throw data(null, 404)
  return redirect(`/mentor/${id}`)
}

export async function action({ context, request, params: { id, document } }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const { client } = clientOfPage(context, request)
  if (!isRowId(id) || !isRowId(document)) throw gone()
  const opened = await openDocument(context.get(appContext), { session, client }, id, document)
  if (!opened) throw gone()
  const { bytes, format, number } = opened
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': format === 'pdf' ? 'application/pdf' : 'image/webp',
      'Content-Disposition': `attachment; filename="document-${number}.${format}"`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}

/** In words: there is no page here to draw an error in. */
const gone = () => new Response(m.documentDeleted(), { status: 404 })
