/** /desk/money/statements/{yyyy-mm}/{number}.pdf — an invoice of platform fees, or a credit note to one, as a file. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { requireMentor } from '#server/site/guards/account-guards'
import { readFeeDocumentFile, respondWithFile } from '../../views/tax-documents/statements.ts'
import type { Route } from './+types/desk-fee-document-file'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { mentorId } = requireMentor(context, request)
  const file = await readFeeDocumentFile(context.get(appContext), mentorId, params)
  if (!file) throw data(null, 404)
  return respondWithFile(file)
}
