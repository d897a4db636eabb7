/** /currency — chooses the currency in which prices are shown beside pounds, and leads back to where that was wanted. */
import { data, redirect } from 'react-router'
import { isCurrency } from '#domain/payments/currency'
import { appContext } from '#server/context'
import { readPosted } from '#server/platform/http/form'
import { ownPath } from '#server/site/guards/account-guards'
import * as m from '#messages/site'
import { CurrencyPage } from '../../../ui/payments/currency-page.tsx'
import { currencyChoice, currencyCookie } from '../../../views/payments/shown-currency.ts'
import type { Route } from './+types/currency'

export function loader({ context, request }: Route.LoaderArgs) {
  const { headers } = request
  return {
    choice: currencyChoice(context.get(appContext), headers.get('cookie')),
    back: pageBefore(headers.get('referer')),
  }
}

/** The address of the page that led here; browsers say it of our own pages alone. */
function pageBefore(referer: string | null): string {
  if (!referer || !URL.canParse(referer)) return '/mentors'
  const { pathname, search } = new URL(referer)
  const page = ownPath(pathname + search)
  return page.startsWith('/currency') ? '/mentors' : page
}

export async function action({ request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const code = String(form.get('currency') ?? '')
  if (!isCurrency(code)) throw data(m.chooseCurrency(), 400)
  const headers = { 'Set-Cookie': currencyCookie(code) }
  return redirect(ownPath(String(form.get('back') ?? '')), { status: 303, headers })
}

export default function Currency({ loaderData: { choice, back } }: Route.ComponentProps) {
  return <CurrencyPage choice={choice} back={back} />
}
