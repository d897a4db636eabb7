/** /sign-in/dialog?next= — what the header's dialog sends, as JSON. The same without scripts are `sign-in.tsx` and `sign-up.tsx`. */
import { clientOfPage } from '#server/http/client'
import { appContext } from '#server/context'
import { readPosted } from '#server/http/form'
import type { Route } from './+types/sign-in-dialog'
import { redirectWithCookies, nextOf } from '../../views/accounts/sign-in-pages.ts'
import { asJson, signInByForm, signUpByForm } from '../../views/accounts/sign-in-forms.ts'

export function loader() {
  return redirectWithCookies('/sign-in')
}

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const form = await readPosted(request)
  const { client } = clientOfPage(context, request)
  const byForm = form.get('mode') === 'up' ? signUpByForm : signInByForm
  return asJson(await byForm(app, form, nextOf(request), client))
}
