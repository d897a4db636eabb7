/**
 * /desk/money/refresh — where the payment service sends a mentor whose link is used up or has expired. A GET, as the service
 * makes it: a new link changes nothing here. docs.stripe.com/api/account_links/create (refresh_url)
 */
import { redirect, redirectDocument } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { requireMentor } from '#server/site/guards/account-guards'
import { handleOnboardingRefresh } from '../../views/payments/payout-account.ts'
import type { Route } from './+types/desk-money-refresh'

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireMentor(context, request)
  const { client } = clientOfPage(context, request)
  const next = await handleOnboardingRefresh(context.get(appContext), { session, client })
  return 'url' in next ? redirectDocument(next.url) : redirect(next.to)
}
