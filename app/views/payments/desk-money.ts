/** What a mentor earns, what is paid out of it, and to whom. Server side. */
import type { Session } from '#domain/accounts/account'
import { isProven } from '#domain/accounts/account'
import { earningState, openAmount, sumEarnings, type EarningState } from '#domain/payments/earnings'
import { formatAccountEnding, readPayee, type Payee } from '#domain/payments/payee'
import type { App } from '#server/context'
import type { Actor } from '#server/accounts/audit'
import { listEarnings, type SessionEarning } from '#server/payouts/earnings-queries'
import { findPayee, savePayee } from '#server/payouts/payees'
import { listPayoutsOfMentor } from '#server/payouts/payouts-queries'
import { countryName, listCountries } from '#server/platform/reference/countries'
import * as m from '#messages/accounts'
import { formatBalance } from '#words/prices'
import { dateIn } from '#words/time'
import type { DeskMoneyPage, PayeeResult, PayeeFields } from '../../ui/payments/desk-money.ts'

const [MAX_SESSIONS, MAX_PAYOUTS] = [200, 50]

const STATES: Record<Exclude<EarningState, 'owed'>, () => string> = {
  ahead: m.stateToCome,
  waiting: m.stateNotDue,
  disputed: m.stateDisputed,
  returning: m.stateReturning,
  reported: m.stateReported,
  due: m.stateDue,
  in_batch: m.stateInTransfer,
  paid: m.statePaidOut,
  nothing: m.stateRefunded,
}

export async function readDeskMoney(
  app: App,
  session: Session & { mentorId: string },
  zone: string,
): Promise<DeskMoneyPage> {
  const { mentorId } = session
  const now = app.now()
  const sessions = await listEarnings(app.db, { mentorId })
  const sums = sumEarnings(sessions, now)
  const payouts = await listPayoutsOfMentor(app.db, mentorId, MAX_PAYOUTS)
  const payee = await findPayee(app, mentorId)
  const money = formatBalance
  return {
    figures: [
      { name: m.figureEarned(), amount: money(sums.earned), note: m.fromPastSessions() },
      {
        name: m.figureDue(),
        amount: money(sums.due),
        note: sums.due < 0 ? m.offsetAgainstFuture() : m.inNextPayout(),
      },
      { name: m.figureWaiting(), amount: money(sums.waiting), note: m.waitingNote() },
      {
        name: m.figurePaidOut(),
        amount: money(sums.paid),
        note: sums.inBatch > 0 ? m.onItsWay({ amount: money(sums.inBatch) }) : m.toYourAccount(),
      },
    ],
    ahead: sums.ahead > 0 ? money(sums.ahead) : null,
    sessions: sessions.slice(0, MAX_SESSIONS).map((each) => describeSession(each, now, zone)),
    more: Math.max(sessions.length - MAX_SESSIONS, 0),
    payouts: payouts.map(({ id, amountPence, paidAt, createdAt, sessions: count }) => {
      const state = paidAt
        ? m.paidOn({ date: dateIn(paidAt, zone) })
        : m.inTransferSince({ date: dateIn(createdAt, zone) })
      return { id, state, sessions: m.bookingCount({ count }), amount: money(amountPence) }
    }),
    payee: payee && {
      name: payee.name,
      country: countryName(payee.country),
      account: formatAccountEnding(payee.account),
      typed: payee,
    },
    countries: listCountries(),
    proven: isProven(session, now),
  }
}

function describeSession(session: SessionEarning, now: Date, zone: string): DeskMoneyPage['sessions'][number] {
  const { reference, sessionTitle, startsAt, kept, fees } = session
  const state = earningState(session, now)
  const open = openAmount(session)
  return {
    reference,
    title: sessionTitle,
    day: dateIn(startsAt, zone),
    kept: formatBalance(kept),
    fee: formatBalance(fees),
    earned: formatBalance(kept - fees),
    state: state === 'owed' ? m.stateOwed({ amount: formatBalance(open) }) : STATES[state](),
  }
}

const PAYEE_ERRORS: Record<keyof Payee, (typed: PayeeFields) => string> = {
  name: m.payeeName,
  country: m.payeeCountry,
  account: ({ country }) => (country === 'GB' ? m.payeeAccountBritish() : m.payeeAccount()),
  bankCode: m.payeeBankCode,
  address: m.payeeAddress,
}

/** Saves whom the money goes to. */
export async function handlePayeeForm(
  app: App,
  actor: Actor & { session: { mentorId: string } },
  typed: Record<string, string>,
): Promise<{ saved: true } | { result: PayeeResult; status: number }> {
  const fields: PayeeFields = {
    name: typed['name'] ?? '',
    country: typed['country'] ?? '',
    account: typed['account'] ?? '',
    bankCode: typed['bankCode'] ?? '',
    address: typed['address'] ?? '',
  }
  const countries = new Set(listCountries().map(({ code }) => code))
  const read = readPayee(fields, (code) => countries.has(code))
  if (!read.ok) {
    const errors = Object.fromEntries(read.error.map((field) => [field, PAYEE_ERRORS[field](fields)]))
    return { result: { typed: fields, errors, unproven: false }, status: 400 }
  }
  const saved = await savePayee(app, { mentorId: actor.session.mentorId, payee: read.value }, actor)
  return saved.ok ? { saved: true } : { result: { typed: fields, errors: {}, unproven: true }, status: 403 }
}
