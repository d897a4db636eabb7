/** /currency — chooses the currency in which prices are also shown, and leads back to where that was wanted. */
import { data, redirect } from 'react-router'
import { canShow } from '#domain/payments/currency'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { ownPath, pageBefore } from '#server/site/guards/account-guards'
import * as m from '#messages/site'
import { CurrencyPage } from '../../../ui/payments/currency-page.tsx'
import { currencyChoice, currencyCookie } from '../../../views/payments/shown-currency.ts'
import type { Route } from './+types/currency'

export function loader({ context, request }: Route.LoaderArgs) {
  const before = pageBefore(request)
  return {
    choice: currencyChoice(context.get(appContext), request.headers.get('cookie')),
    back: !before || before.startsWith('/currency') ? '/mentors' : before,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const code = String(form.get('currency') ?? '')
  if (!canShow(code, context.get(appContext).config.CURRENCY)) throw data(m.chooseCurrency(), 400)
  const headers = { 'Set-Cookie': currencyCookie(code) }
  return redirect(ownPath(String(form.get('back') ?? '')), { status: 303, headers })
}

export default function Currency({ loaderData: { choice, back } }: Route.ComponentProps) {
  return <CurrencyPage choice={choice} back={back} />
}
