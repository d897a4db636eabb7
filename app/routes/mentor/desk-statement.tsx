/** /desk/money/statements/{yyyy-mm} — a mentor's statement of a month, and its invoices of platform fees. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { requireMentor } from '#server/site/guards/account-guards'
import * as m from '#messages/statements'
import { DeskFrame } from '../../ui/mentors/desk/desk-frame.tsx'
import deskStyles from '../../ui/mentors/desk/desk.css?url'
import { BackTo } from '../../ui/tax-documents/back-to.tsx'
import documentStyles from '../../ui/tax-documents/document.css?url'
import { StatementOnPage } from '../../ui/tax-documents/statement-on-page.tsx'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import { readDeskHead } from '../../views/mentors/desk/desk.ts'
import { readStatementPart } from '../../views/tax-documents/statements.ts'
import type { Route } from './+types/desk-statement'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: deskStyles },
  { rel: 'stylesheet', href: documentStyles },
]

export const headers = personalHeaders

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { mentorId } = requireMentor(context, request)
  const app = context.get(appContext)
  const part = await readStatementPart(app, mentorId, params.month)
  if (!part) throw data(null, 404)
  return { head: await readDeskHead(app, mentorId), part }
}

export default function DeskStatement({ loaderData: { head, part } }: Route.ComponentProps) {
  return (
    <DeskFrame title={part.title} line={<BackTo to="/desk/money" name={m.backToMoney()} />} head={head}>
      <StatementOnPage part={part} />
    </DeskFrame>
  )
}
