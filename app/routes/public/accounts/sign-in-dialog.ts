/**
 * /sign-in/dialog?next= — the forms of the header's dialog, with JSON responses. `sign-in.tsx` and `sign-up.tsx` do it
 * without scripts.
 */
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import type { Route } from './+types/sign-in-dialog'
import { redirectWithCookies, readNextPath } from '../../../views/accounts/sign-in-pages.ts'
import { asJson, signInByForm, signUpByForm } from '../../../views/accounts/sign-in-forms.ts'

export function loader() {
  return redirectWithCookies('/sign-in')
}

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const form = await readPosted(request)
  const { client } = clientOfPage(context, request)
  const byForm = form.get('mode') === 'up' ? signUpByForm : signInByForm
  return asJson(await byForm(app, form, readNextPath(request), client))
}
