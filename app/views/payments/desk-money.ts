/** What a mentor earns, what is paid out of it, and to whom. Server side. */
import type { Session } from '#domain/accounts/account'
import { isProven } from '#domain/accounts/account'
import { ownFirst } from '#domain/payments/currency'
import { earningState, openAmount, sumEarnings, type EarningState } from '#domain/payments/earnings'
import { formatAccountEnding, readPayee, type Payee } from '#domain/payments/payee'
import type { App } from '#server/context'
import type { Actor } from '#server/accounts/audit'
import { listEarnings, type SessionEarning } from '#server/payouts/earnings-queries'
import { findPayee, savePayee } from '#server/payouts/payees'
import { listReversalsOfMentor, listTransfersOfMentor } from '#server/payouts/connect/transfer-list-queries'
import { listPayoutsOfMentor } from '#server/payouts/payouts-queries'
import { countryName, listCountries } from '#server/platform/reference/countries'
import { currencyName } from '#server/platform/reference/currencies'
import * as m from '#messages/accounts'
import { formatList } from '#words/lists'
import { formatBalance } from '#words/prices'
import { dateIn } from '#words/time'
import { readPayoutAccount } from './payout-account.ts'
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
  const payee = await findPayee(app, mentorId)
  const sums = sumEarningsByCurrency(sessions, now, app.config.CURRENCY)
  const ahead = sums.filter((each) => each.ahead > 0).map((each) => formatBalance(each.ahead, each.currency))
  return {
    sums: sums.map(describeSums),
    ahead: ahead.length > 0 ? formatList(ahead) : null,
    sessions: sessions.slice(0, MAX_SESSIONS).map((each) => describeSession(each, now, zone)),
    more: Math.max(sessions.length - MAX_SESSIONS, 0),
    payouts: await listPayouts(app, mentorId, zone),
    account: await readPayoutAccount(app, session, { zone, payeeCountry: payee?.country ?? null }),
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

/** What was paid in batches and by transfer, and what was taken back, newest first. */
async function listPayouts({ db }: Pick<App, 'db'>, mentorId: string, zone: string) {
  const day = (date: Date) => ({ date: dateIn(date, zone) })
  const batches = await listPayoutsOfMentor(db, mentorId, MAX_PAYOUTS)
  const transfers = await listTransfersOfMentor(db, mentorId, MAX_PAYOUTS)
  const reversals = await listReversalsOfMentor(db, mentorId, MAX_PAYOUTS)
  const all = [
    ...batches.map(({ paidAt, createdAt, amountPence: amount, sessions: count, ...rest }) => ({
      ...rest,
      createdAt,
      amount,
      sessions: m.bookingCount({ count }),
      state: paidAt ? m.paidOn(day(paidAt)) : m.inTransferSince(day(createdAt)),
    })),
    ...transfers.map(({ sentAt, createdAt, bookings: count, ...rest }) => ({
      ...rest,
      createdAt,
      sessions: m.bookingCount({ count }),
      state: sentAt ? m.transferredOn(day(sentAt)) : m.inTransferSince(day(createdAt)),
    })),
    ...reversals.map(({ sentAt, createdAt, amount, ...rest }) => ({
      ...rest,
      createdAt,
      amount: -amount,
      sessions: null,
      state: sentAt ? m.takenBackOn(day(sentAt)) : m.takingBackSince(day(createdAt)),
    })),
  ]
  return all
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || a.id.localeCompare(b.id))
    .slice(0, MAX_PAYOUTS)
    .map(({ id, state, sessions, amount, currency }) => {
      return { id, state, sessions, amount: formatBalance(amount, currency) }
    })
}

/** `own`: the site's currency, in which a mentor without bookings has earned nothing. */
function sumEarningsByCurrency(sessions: SessionEarning[], now: Date, own: string) {
  const byCurrency = Map.groupBy(sessions, ({ currency }) => currency)
  const currencies = byCurrency.size > 0 ? ownFirst([...byCurrency.keys()], own) : [own]
  return currencies.map((currency) => ({ currency, ...sumEarnings(byCurrency.get(currency) ?? [], now) }))
}

function describeSums(sums: ReturnType<typeof sumEarningsByCurrency>[number]): DeskMoneyPage['sums'][number] {
  const money = (amount: number) => formatBalance(amount, sums.currency)
  return {
    currency: currencyName(sums.currency),
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
  }
}

function describeSession(session: SessionEarning, now: Date, zone: string): DeskMoneyPage['sessions'][number] {
  const { reference, sessionTitle, startsAt, kept, fees, currency } = session
  const state = earningState(session, now)
  const open = openAmount(session)
  return {
    reference,
    title: sessionTitle,
    day: dateIn(startsAt, zone),
    kept: formatBalance(kept, currency),
    fee: formatBalance(fees, currency),
    earned: formatBalance(kept - fees, currency),
    state: state === 'owed' ? m.stateOwed({ amount: formatBalance(open, currency) }) : STATES[state](),
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
