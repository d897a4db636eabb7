/** What a mentor earns, what is paid out of it, and to whom. Server side. */
import type { Session } from '#domain/accounts/account'
import { isProven } from '#domain/accounts/account'
import { earningState, openAmount, sumEarnings, type EarningState } from '#domain/payments/earnings'
import { formatBalance } from '#domain/payments/money'
import { formatAccountEnding, readPayee } from '#domain/payments/payee'
import { plural } from '#domain/quantities'
import { dateIn } from '#domain/time/clock'
import type { App } from '#server/context'
import type { Actor } from '#server/accounts/audit'
import { listEarnings, type SessionEarning } from '#server/payouts/earnings-queries'
import { findPayee, savePayee } from '#server/payouts/payees'
import { listPayoutsOfMentor } from '#server/payouts/payouts-queries'
import { countryName, listCountries } from '#server/platform/reference/countries'
import type { DeskMoneyPage, PayeeResult, PayeeFields } from '../../ui/payments/desk-money.ts'

const [MAX_SESSIONS, MAX_PAYOUTS] = [200, 50]

const STATES: Record<EarningState, string> = {
  ahead: 'To come',
  waiting: 'Due 72 hours after the end',
  disputed: 'Held back: the payment is disputed',
  returning: 'Held back: refund in progress',
  reported: 'Held back: a problem was reported',
  due: 'Due',
  owed: 'Refunded after payout: offset',
  in_batch: 'Being transferred',
  paid: 'Paid out',
  nothing: 'Fully refunded',
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
      { name: 'Earned', amount: money(sums.earned), note: 'from past sessions' },
      {
        name: 'Due',
        amount: money(sums.due),
        note: sums.due < 0 ? 'offset against future payouts' : 'in the next payout',
      },
      { name: 'Not due yet', amount: money(sums.waiting), note: '72 hours, or held back' },
      {
        name: 'Paid out',
        amount: money(sums.paid),
        note: sums.inBatch > 0 ? `${money(sums.inBatch)} on its way` : 'to your account',
      },
    ],
    ahead: sums.ahead > 0 ? money(sums.ahead) : null,
    sessions: sessions.slice(0, MAX_SESSIONS).map((each) => describeSession(each, now, zone)),
    more: Math.max(sessions.length - MAX_SESSIONS, 0),
    payouts: payouts.map(({ id, amountPence, paidAt, createdAt, sessions: count }) => {
      const state = paidAt ? `Paid ${dateIn(paidAt, zone)}` : `Being transferred since ${dateIn(createdAt, zone)}`
      return { id, state, sessions: plural(count, 'booking'), amount: money(amountPence) }
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
    state: state === 'owed' ? `${STATES.owed} (${formatBalance(open)})` : STATES[state],
  }
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
  if (!read.ok) return { result: { typed: fields, errors: read.error, unproven: false }, status: 400 }
  const saved = await savePayee(app, { mentorId: actor.session.mentorId, payee: read.value }, actor)
  return saved.ok ? { saved: true } : { result: { typed: fields, errors: {}, unproven: true }, status: 403 }
}
