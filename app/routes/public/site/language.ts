/** /language — leads to a page in the chosen language, and remembers it: for this browser, and for the account's emails. */
import { data, redirect } from 'react-router'
import { rememberLanguage } from '#server/accounts/queries'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { languageCookie } from '#server/platform/language/offer'
import { currentSession, keepHost, ownPath, pageBefore } from '#server/site/guards/account-guards'
import { pathIn } from '#words/local-path'
import { findLanguageByTag } from '../../../views/site/languages.ts'
import * as m from '#messages/site'
import { LANGUAGES, NO_OFFER } from '../../../../messages/languages.ts'
import type { Route } from './+types/language'

export function loader() {
  return redirect('/')
}

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const form = await readPosted(request)
  // Also once scripts have led to another page than the one that was loaded with the form.
  const back = pageBefore(request) ?? ownPath(String(form.get('back') ?? ''))
  const chosen = form.get('language')
  const language = findLanguageByTag(app.config.LANGUAGES, chosen)
  if (!language && chosen !== NO_OFFER) throw data(m.chooseLanguage(), 400)
  const headers = { 'Set-Cookie': languageCookie(language ?? NO_OFFER) }
  if (!language) return redirect(back, { status: 303, headers })
  const session = currentSession(context)
  if (session) await rememberLanguage(app.db, session.accountId, language)
  return redirect(keepHost(request, pathIn(LANGUAGES[language].tag, back)), { status: 303, headers })
}
