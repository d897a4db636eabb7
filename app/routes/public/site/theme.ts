/** /theme — sets day or night without scripts. */
import { data, redirect } from 'react-router'
import { readPosted } from '#server/platform/http/form'
import { isTheme, themeCookie } from '../../../ui/layout/theme.ts'
import type { Route } from './+types/theme'
import { ownPath } from '#server/site/guards/account-guards'
import * as m from '#messages/site'

export function loader() {
  return redirect('/')
}

export async function action({ request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const theme = form.get('theme')
  if (!isTheme(theme)) throw data(m.chooseTheme(), 400)
  const headers = { 'Set-Cookie': themeCookie(theme) }
  return redirect(ownPath(String(form.get('back') ?? '')), { status: 303, headers })
}
