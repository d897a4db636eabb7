/** A mentor's account at the payment service on their desk: its state in words, and its buttons. Server side. */
import { isProven, type Session } from '#domain/accounts/account'
import { CONNECT_COUNTRIES } from '#domain/payments/connect-countries'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import { accountState, MAX_OPENINGS, takesTransfers, type AccountState } from '#domain/payments/connected-account'
import type { Result } from '#domain/result'
import { limitBySubject } from '#server/accounts/sign-in/attempts'
import type { App } from '#server/context'
import { findLeg } from '#server/mentors/queries'
import {
  openDashboard,
  openOnboarding,
  refreshAccount,
  reopenOnboarding,
  type AccountOwner,
  type OpenAccountError,
} from '#server/payouts/connect/accounts'
import { findAccount, type StoredAccount } from '#server/payouts/connect/accounts-queries'
import { countryName, listCountries } from '#server/platform/reference/countries'
import * as m from '#messages/payouts'
import { describeDisabledReason, describeRequirements } from '#words/payouts/connected-account'
import { dateIn } from '#words/time'
import type { PayoutAccountPart, PayoutAccountProblem } from '../../ui/payments/payout-account.ts'

const SENTENCES: Record<AccountState, () => string> = {
  none: m.accountNone,
  begun: m.accountBegun,
  checking: m.accountChecking,
  needed: m.accountNeeded,
  active: m.accountActive,
  paused: m.accountPaused,
  rejected: m.accountRejected,
  disconnected: m.accountDisconnected,
}

/** Labels of the button that leads to the service's form. In the other states there is nothing to enter. */
const BUTTONS: Partial<Record<AccountState, () => string>> = {
  none: m.setUpPayouts,
  begun: m.continueSetup,
  needed: m.giveDetails,
  rejected: m.setUpAnother,
  disconnected: m.setUpAnother,
}

/** `payeeCountry`: of their bank details. Null where mentors are paid in batches alone. */
export async function readPayoutAccount(
  app: App,
  session: Session & { mentorId: string },
  { zone, payeeCountry }: { zone: string; payeeCountry: string | null },
): Promise<PayoutAccountPart | null> {
  if (app.config.PAYOUTS !== 'connect') return null
  const account = await findAccount(app.db, session.mentorId)
  const state = accountState(account)
  const isNew = state === 'none' || state === 'rejected' || state === 'disconnected'
  const home = isNew ? (payeeCountry ?? (await findLeg(app.db, session.mentorId))?.toCountry ?? '') : ''
  const isServed = CONNECT_COUNTRIES.has(home)
  const isPaid = account !== null && takesTransfers(account)
  const required = account && state === 'needed' ? describeRequirements(account.due) : []
  return {
    sentence: state === 'needed' && isPaid ? m.accountNeededSoon() : SENTENCES[state](),
    reason: account && describeReason(account, state),
    required,
    requiredHead: account?.dueBy ? m.requiredBy({ date: dateIn(account.dueBy, zone) }) : m.stillRequired(),
    setUp: BUTTONS[state]?.() ?? null,
    countries: isNew ? listCountries().filter(({ code }) => CONNECT_COUNTRIES.has(code)) : null,
    country: isServed ? home : '',
    notServed: home && !isServed ? m.countryNotServed({ country: countryName(home) }) : null,
    hasDashboard: account !== null && account.detailsSubmitted && !isNew,
    takesTransfers: isPaid,
    proven: isProven(session, app.now()),
  }
}

/** Null where the sentence of the state gives the reason. */
function describeReason({ disabledReason }: StoredAccount, state: AccountState): string | null {
  if (disabledReason === null || state === 'begun' || state === 'disconnected' || state === 'active') return null
  if (state === 'needed' && disabledReason === 'requirements.past_due') return null
  if (state === 'checking' && disabledReason === 'requirements.pending_verification') return null
  return describeDisabledReason(disabledReason)
}

const ERRORS: Record<Exclude<OpenAccountError['code'], 'too_many'>, { sentence: () => string; status: number }> = {
  unproven: { sentence: m.confirmFirst, status: 403 },
  country_unsupported: { sentence: m.countryUnsupported, status: 400 },
  no_account: { sentence: m.noAccountToOpen, status: 409 },
  disconnected: { sentence: m.accountGone, status: 409 },
  refused: { sentence: m.stripeRefused, status: 409 },
  unavailable: { sentence: m.stripeUnavailable, status: 503 },
}

/** `url`: where the browser goes next, at the payment service. */
type PayoutAccountOutcome =
  | { url: string }
  | { problem: PayoutAccountProblem; status: number; retryAfter: number | null }

/** Does what a button asks. Null: unknown button, or one that this site does not have. */
export async function handlePayoutAccountForm(
  app: App,
  owner: AccountOwner,
  typed: Record<string, string>,
): Promise<PayoutAccountOutcome | null> {
  if (app.config.PAYOUTS !== 'connect') return null
  const country = typed['accountCountry'] ?? ''
  switch (typed['intent']) {
    case 'set-up': {
      if (country === '' && 'accountCountry' in typed)
        return {
          problem: toProblem(m.chooseAccountCountry(), { field: m.chooseAccountCountry() }),
          status: 400,
          retryAfter: null,
        }
      return toOutcome(await openOnboarding(app, owner, country), country)
    }
    case 'dashboard':
      return toOutcome(await openDashboard(app, owner), country)
    default:
      return null
  }
}

function toOutcome(opened: Result<{ url: string }, OpenAccountError>, country: string): PayoutAccountOutcome {
  if (opened.ok) return opened.value
  const { error } = opened
  if (error.code === 'too_many') {
    const sentence = m.openedTooOften({ minutes: Math.ceil(error.retryAfter / 60) })
    return { problem: toProblem(sentence, { country }), status: 429, retryAfter: error.retryAfter }
  }
  const { sentence, status } = ERRORS[error.code]
  const unproven = error.code === 'unproven'
  return { problem: toProblem(sentence(), { country, unproven }), status, retryAfter: null }
}

const toProblem = (sentence: string, rest: Partial<PayoutAccountProblem>): PayoutAccountProblem => ({
  sentence,
  unproven: false,
  country: '',
  field: null,
  ...rest,
})

const MONEY = '/desk/money'

/** After the service's form: reads what was entered there. Returns where the browser goes next. */
export async function handleOnboardingReturn(app: App, { mentorId, accountId }: Session & { mentorId: string }) {
  const account = app.config.PAYOUTS === 'connect' ? await findAccount(app.db, mentorId) : null
  if (!account) return MONEY
  const allowed = await limitBySubject(app, 'payouts_returned', accountId, MAX_OPENINGS)
  if (!allowed.ok) return MONEY // An event brings the news as well.
  try {
    await refreshAccount(app, account.accountId)
    return MONEY
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return `${MONEY}?setup=unread`
    throw error
  }
}

/** Replaces a link that expired or was used. Returns where the browser goes next: there, or to the desk, which says why there is none. */
export async function handleOnboardingRefresh(
  app: App,
  owner: AccountOwner,
): Promise<{ url: string } | { to: string }> {
  if (app.config.PAYOUTS !== 'connect') return { to: MONEY }
  const opened = await reopenOnboarding(app, owner)
  if (opened.ok) return opened.value
  const { code } = opened.error
  if (code === 'unproven') return { to: `/account/confirm?next=${encodeURIComponent(`${MONEY}/refresh`)}` }
  return { to: code === 'no_account' ? MONEY : `${MONEY}?setup=${code}` }
}

/** What is said after the browser was sent back, by `?setup=`. Null for nothing. */
export function describeSetup(code: string | null): string | null {
  if (code === 'unread') return m.accountUnread()
  if (code === 'too_many') return m.openedTooOften({ minutes: MAX_OPENINGS.minutes })
  return code !== null && Object.hasOwn(ERRORS, code) ? ERRORS[code as keyof typeof ERRORS].sentence() : null
}
