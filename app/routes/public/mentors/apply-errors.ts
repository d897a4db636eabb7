/** POST /become-a-mentor/errors — what is missing or not valid in an application, by field. Saves nothing. JSON both ways. */
import { redirect } from 'react-router'
import { appContext } from '#server/context'
import type { Route } from './+types/apply-errors'
import { APPLICATION_PATH, findApplicationErrors } from '../../../views/mentors/application.ts'

export function loader() {
  return redirect(APPLICATION_PATH)
}

const isRecordOfText = (sent: unknown): sent is Record<string, string> =>
  typeof sent === 'object' &&
  sent !== null &&
  !Array.isArray(sent) &&
  Object.values(sent).every((value) => typeof value === 'string')

export async function action({ context, request }: Route.ActionArgs) {
  const sent: unknown = await request.json().catch(() => null)
  const headers = { 'cache-control': 'no-store' }
  if (!isRecordOfText(sent)) return Response.json({ code: 'malformed' }, { status: 400, headers })
  return Response.json(findApplicationErrors(context.get(appContext), sent), { headers })
}
