/** /desk/money/statements/{yyyy-mm}.pdf?currency= — a mentor's statement of a month as a file. */
import { appContext } from '#server/context'
import { requireMentor } from '#server/site/guards/account-guards'
import { readStatementFile } from '../../views/tax-documents/statements.ts'
import { respondWithDownload } from '../../views/tax-documents/download.ts'
import type { Route } from './+types/desk-statement-file'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { mentorId } = requireMentor(context, request)
  const currency = new URL(request.url).searchParams.get('currency')
  return respondWithDownload(await readStatementFile(context.get(appContext), mentorId, { ...params, currency }))
}
