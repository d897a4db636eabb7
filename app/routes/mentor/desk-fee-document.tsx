/** /desk/money/statements/{yyyy-mm}/{number} — an invoice of platform fees, or a credit note to one. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { requireMentor } from '#server/site/guards/account-guards'
import { DeskFrame } from '../../ui/mentors/desk/desk-frame.tsx'
import deskStyles from '../../ui/mentors/desk/desk.css?url'
import { BackTo } from '../../ui/tax-documents/back-to.tsx'
import { DocumentOnPage } from '../../ui/tax-documents/document-on-page.tsx'
import documentStyles from '../../ui/tax-documents/document.css?url'
import { DownloadPdf } from '../../ui/tax-documents/download-pdf.tsx'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { readDeskHead } from '../../views/mentors/desk/desk.ts'
import { readFeeDocumentPart } from '../../views/tax-documents/statements.ts'
import type { Route } from './+types/desk-fee-document'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: deskStyles },
  { rel: 'stylesheet', href: documentStyles },
]

export const headers = personalHeaders

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { mentorId } = requireMentor(context, request)
  const app = context.get(appContext)
  const part = await readFeeDocumentPart(app, mentorId, params)
  if (!part) throw data(null, 404)
  return { head: await readDeskHead(app, mentorId), part }
}

export default function DeskFeeDocument({ loaderData: { head, part } }: Route.ComponentProps) {
  const { sheet, back, pdf } = part
  return (
    <DeskFrame title={sheet.title} line={<BackTo {...back} />} head={head}>
      <DocumentOnPage sheet={sheet} />
      <div className="my-5">
        <DownloadPdf href={pdf} />
      </div>
    </DeskFrame>
  )
}
