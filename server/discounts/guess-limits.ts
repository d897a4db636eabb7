/** Limits of wrong codes, so that no one finds codes by trying. Right ones count for nothing, however many people share a network. */
import type { Client } from '#domain/accounts/client'
import { limitByNetwork, limitBySubject, toReachedLimits } from '#server/accounts/sign-in/attempts'
import type { ReachedLimits } from '#server/accounts/sign-in/attempts-queries'
import type { App } from '#server/context'

/** Who enters a code. Null: not known, and then not counted. */
export type CodeClient = { [Key in 'browser' | 'network' | 'farNetwork']: Client[Key] | null }

/** A browser is quickly made, so its network counts too. A whole school may share one, where some mistype. */
const WRONG_CODES = {
  browser: { max: 10, minutes: 60 },
  network: { max: 50, minutes: 60 },
  farNetwork: { max: 150, minutes: 60 },
}

/** For `hasReachedMax`: how many wrong codes a client may enter. Beyond that valid ones are refused too, or guessing could go on. */
export const guessLimits = (app: App, client: CodeClient): ReachedLimits =>
  toReachedLimits(app, 'discount_code_wrong', client, WRONG_CODES)

export async function countWrongCode(app: App, { browser, network, farNetwork }: CodeClient): Promise<void> {
  if (browser) await limitBySubject(app, 'discount_code_wrong', browser, WRONG_CODES.browser)
  await limitByNetwork(app, 'discount_code_wrong', { network, farNetwork }, WRONG_CODES)
}
