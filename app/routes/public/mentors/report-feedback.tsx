/** /feedback/{id} — anyone reports published feedback that is wrong or hurtful. Only posting changes anything. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import * as m from '#messages/mentors'
import { ReportFeedbackPage } from '../../../ui/mentors/report-feedback.tsx'
import { personalHeaders } from '../../../views/accounts/sign-in-pages.ts'
import { findReportable, postReport } from '../../../views/mentors/report-feedback.ts'
import type { Route } from './+types/report-feedback'

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const feedback = await findReportable(context.get(appContext), params.id)
  if (!feedback) throw data(null, 404)
  return { feedback, reported: new URL(request.url).searchParams.has('reported') }
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const { client } = clientOfPage(context, request)
  const posted = await postReport(context.get(appContext), params.id, client)
  if (posted === 'reported') throw redirect(`/feedback/${params.id}?reported`, 303)
  if (posted === 'not_found') throw data(null, 404)
  const headers = { 'Retry-After': String(posted.retryAfter) }
  return data({ problem: m.tooManyReports() }, { status: 429, headers })
}

export const headers = personalHeaders

export default function ReportFeedback({ loaderData, actionData }: Route.ComponentProps) {
  return <ReportFeedbackPage {...loaderData} problem={actionData?.problem ?? null} />
}
