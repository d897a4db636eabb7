/** Keeps a form that is posted after the session has ended. Server side. */
import { redirect, type RouterContextProvider } from 'react-router'
import type { Session } from '#domain/accounts/account'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { currentSession } from '#server/site/guards/account-guards'
import { saveDraft } from '#server/accounts/drafts/drafts'

/**
 * The session. Without one, saves the form as a draft, and redirects to sign-in and back to `path`, where it is filled
 * in again.
 */
export async function requireAccountOrSaveDraft(
  context: Readonly<RouterContextProvider>,
  request: Request,
  path: string,
  form: FormData,
): Promise<Session> {
  const session = currentSession(context)
  if (session) return session
  const { client, setCookie } = clientOfPage(context, request)
  await saveDraft(context.get(appContext), client, path, form)
  const headers: HeadersInit = setCookie ? { 'Set-Cookie': setCookie } : {}
  throw redirect(`/sign-in?next=${encodeURIComponent(path)}`, { headers })
}
