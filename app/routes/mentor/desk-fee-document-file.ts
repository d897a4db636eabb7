/** /desk/money/statements/{yyyy-mm}/{number}.pdf — an invoice of platform fees, or a credit note to one, as a file. */
import { appContext } from '#server/context'
import { requireMentor } from '#server/site/guards/account-guards'
import { readFeeDocumentFile } from '../../views/tax-documents/statements.ts'
import { respondWithDownload } from '../../views/tax-documents/download.ts'
import type { Route } from './+types/desk-fee-document-file'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { mentorId } = requireMentor(context, request)
  return respondWithDownload(await readFeeDocumentFile(context.get(appContext), mentorId, params))
}
