/** What admins download: whom to transfer what, and what authorities ask platforms to report of sellers. */
import { writeCsv } from '#domain/payments/csv'
import { spellAmount, toMajorUnits } from '#domain/payments/money'
import type { Payee } from '#domain/payments/payee'
import type { App } from '#server/context'
import { transact } from '#server/platform/db/connect'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { openPayee } from '#server/payouts/payees'
import { recordPayoutEvent } from '#server/payouts/payouts'
import {
  listPaidByQuarter,
  listPayoutMentors,
  listPayoutsOfBatch,
  type QuarterOfSeller,
} from '#server/payouts/payouts-queries'
import { countryName } from '#server/platform/reference/countries'
import * as m from '#messages/documents'

type FileContext = Pick<App, 'db' | 'now' | 'secretFor'>

/** A reference for the bank: letters and digits, the same each time the file is made. */
const bankReference = (payoutId: string): string => `PAYOUT ${payoutId.replaceAll('-', '').slice(0, 10).toUpperCase()}`

/** The transfers of a batch. Null if there is no such batch. Who downloads it is recorded: it names bank accounts. */
export async function writeBatchFile(app: FileContext, actor: Actor, batchId: string): Promise<string | null> {
  const payouts = await listPayoutsOfBatch(app.db, batchId)
  if (payouts.length === 0) return null
  await transact(app.db, (tx) => recordPayoutEvent(app, tx, toAuditActor(actor), 'payouts.file_downloaded', batchId))
  const rows = payouts.map(({ id, mentorId, mentorName, amountPence, currency, sealedPayee }) => {
    const payee = openPayee(app, mentorId, sealedPayee)
    return [
      payee?.name ?? '',
      payee?.country ?? '',
      payee?.account ?? '',
      payee?.bankCode ?? '',
      spellAmount(amountPence, currency),
      currency,
      bankReference(id),
      mentorName,
    ]
  })
  return writeCsv(
    [m.nameOnAccount(), m.country(), m.account(), m.bankCode(), m.amount(), m.currency(), m.reference(), m.mentor()],
    rows,
  )
}

const QUARTERS = [1, 2, 3, 4]

/** A row for each mentor who was paid in a year, and each currency. Amounts are what was paid or set off in each quarter. */
export async function writeSellersFile(app: FileContext, actor: Actor, year: number): Promise<string> {
  const byMentor = Map.groupBy(await listPaidByQuarter(app.db, year), ({ mentorId }) => mentorId)
  const ids = [...byMentor.keys()]
  const mentors = ids.length > 0 ? await listPayoutMentors(app.db, ids) : []
  await transact(app.db, (tx) =>
    recordPayoutEvent(app, tx, toAuditActor(actor), 'payouts.sellers_downloaded', String(year)),
  )
  const order = new Intl.Collator('en')
  const rows = mentors
    .toSorted((a, b) => order.compare(a.name, b.name) || a.id.localeCompare(b.id))
    .flatMap(({ id, name, sealed }) => {
      const payee: Payee | null = sealed === null ? null : openPayee(app, id, sealed)
      const byCurrency = Map.groupBy(byMentor.get(id) ?? [], ({ currency }) => currency)
      return [...byCurrency].map(([currency, quarters]) => [
        payee?.name ?? '',
        name,
        payee ? countryName(payee.country) : '',
        payee?.address ?? '',
        payee?.account ?? '',
        currency,
        ...QUARTERS.flatMap((n) => quarterCells(quarters.find(({ quarter }) => quarter === n) ?? NOT_PAID, currency)),
      ])
    })
  return writeCsv(
    [
      m.nameOnAccount(),
      m.nameAsMentor(),
      m.country(),
      m.address(),
      m.account(),
      m.currency(),
      ...QUARTERS.flatMap((n) => [
        m.quarterSessions({ n }),
        m.quarterGross({ n }),
        m.quarterFees({ n }),
        m.quarterPaid({ n }),
      ]),
    ],
    rows,
  )
}

type Sums = Pick<QuarterOfSeller, 'sessions' | 'gross' | 'fees'>

const NOT_PAID: Sums = { sessions: 0, gross: 0, fees: 0 }

/** Numbers are written as such, so that a negative one is not taken for a formula. */
const quarterCells = ({ sessions, gross, fees }: Sums, currency: string): number[] => [
  sessions,
  ...[gross, fees, gross - fees].map((amount) => toMajorUnits(amount, currency)),
]
