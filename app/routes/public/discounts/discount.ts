/** POST /discount — what a discount code takes off a session or a seat, as JSON. It redeems nothing. */
import { data } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { quoteCode } from '../../../views/discounts/quote.ts'
import type { CodeFor } from '../../../ui/discounts/code-entry.ts'
import type { Route } from './+types/discount'

export function loader() {
  throw data(null, 404)
}

export async function action({ context, request }: Route.ActionArgs) {
  const { client, setCookie } = clientOfPage(context, request)
  const form = await readPosted(request)
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 100) : ''
  }
  const item: CodeFor = text('cohort') ? { cohort: text('cohort') } : { sessionTypeId: text('sessionTypeId') }
  const quote = await quoteCode(context.get(appContext), item, text('code'), client)
  const headers = { 'cache-control': 'no-store', ...(setCookie && { 'set-cookie': setCookie }) }
  if (!quote) return Response.json({ reason: 'unknown' }, { status: 404, headers })
  if (!('reason' in quote)) return Response.json(quote, { headers })
  const isLimited = quote.reason === 'too_many'
  return Response.json(quote, {
    status: isLimited ? 429 : 422,
    headers: { ...headers, ...(isLimited && { 'retry-after': '3600' }) },
  })
}
