/** /desk/money/return — where the payment service sends a mentor back to after its form. */
import { redirect } from 'react-router'
import { appContext } from '#server/context'
import { requireMentor } from '#server/site/guards/account-guards'
import { handleOnboardingReturn } from '../../views/payments/payout-account.ts'
import type { Route } from './+types/desk-money-return'

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireMentor(context, request)
  return redirect(await handleOnboardingReturn(context.get(appContext), session))
}
