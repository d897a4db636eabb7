/** What is posted without a session, because it ended meanwhile, is not lost. Server side. */
import { redirect, type RouterContextProvider } from 'react-router'
import type { Viewer } from '#domain/accounts/account'
import { callerOfPage } from '#server/http/client'
import { appContext } from '#server/context'
import { viewerOf } from '#server/http/guards'
import { keepTyped } from '#server/accounts/drafts'

/** Whoever is signed in. A visitor is led to sign in and back to `path`, where what they typed is in the form again. */
export async function requireAccountKeeping(
  context: Readonly<RouterContextProvider>,
  request: Request,
  path: string,
  form: FormData,
): Promise<Viewer> {
  const viewer = viewerOf(context)
  if (viewer) return viewer
  const { caller, setCookie } = callerOfPage(context, request)
  await keepTyped(context.get(appContext), caller, path, form)
  const headers: HeadersInit = setCookie ? { 'Set-Cookie': setCookie } : {}
  throw redirect(`/sign-in?next=${encodeURIComponent(path)}`, { headers })
}
