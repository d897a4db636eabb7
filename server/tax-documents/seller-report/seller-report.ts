/** Who was paid what in a year, with what is known of them, for the report that tax authorities ask of platforms. */
import type { Payee } from '#domain/payments/payee'
import type { FinancialAccount, QuarterSums, ReportedSeller } from '#domain/tax-documents/seller-report'
import type { App } from '#server/context'
import { openPayee } from '#server/payouts/payees'
import { listPaidByQuarter, type QuarterOfSeller } from '#server/payouts/payouts-queries'
import {
  listDisplayNames,
  listPaidMentors,
  listPaidTo,
} from '#server/tax-documents/seller-report/seller-report-queries'
import { listTaxDetails } from '#server/tax-documents/tax-details'

type ReadingContext = Pick<App, 'db' | 'secretFor'>

const QUARTERS = [1, 2, 3, 4]

/** Everyone who was paid in a year (UTC), once for each currency, in order of name. */
export async function readSellers(app: ReadingContext, year: number): Promise<ReportedSeller[]> {
  const quarters = await listPaidByQuarter(app.db, year)
  const ids = [...new Set(quarters.map(({ mentorId }) => mentorId))]
  const names = await listDisplayNames(app.db, ids)
  const details = await listTaxDetails(app, ids)
  const paidTo = Map.groupBy(await listPaidTo(app.db, year), ({ mentorId }) => mentorId)
  const sellers = [...Map.groupBy(quarters, ({ mentorId, currency }) => `${mentorId} ${currency}`).values()].map(
    (all) => {
      const { mentorId, currency } = all[0]!
      const places = paidTo.get(mentorId) ?? []
      const payees = places.flatMap(({ sealedPayee }) => (sealedPayee ? [openPayee(app, mentorId, sealedPayee)] : []))
      return {
        mentorId,
        displayName: names.get(mentorId) ?? '',
        details: details.get(mentorId) ?? null,
        payee: payees.find((payee) => payee !== null) ?? null,
        accountCountry: places.find(({ country }) => country !== null)?.country ?? null,
        accounts: listAccounts(
          app,
          places.filter((place) => place.currency === currency),
        ),
        currency,
        quarters: QUARTERS.map((n) => readQuarterSums(all.find(({ quarter }) => quarter === n))),
      }
    },
  )
  const order = new Intl.Collator('en')
  return sellers.toSorted(
    (a, b) =>
      order.compare(a.displayName, b.displayName) ||
      a.mentorId.localeCompare(b.mentorId) ||
      order.compare(a.currency, b.currency),
  )
}

const readQuarterSums = (quarter: QuarterOfSeller | undefined): QuarterSums =>
  quarter
    ? { activities: quarter.sessions, consideration: quarter.gross - quarter.fees, fees: quarter.fees }
    : { activities: 0, consideration: 0, fees: 0 }

/** Each account once. */
function listAccounts(app: ReadingContext, places: Awaited<ReturnType<typeof listPaidTo>>): FinancialAccount[] {
  const accounts = places.flatMap(({ mentorId, sealedPayee, accountId }): FinancialAccount[] => {
    if (accountId !== null) return [{ identifier: accountId, holder: null, kind: 'stripe' }]
    const payee = sealedPayee === null ? null : openPayee(app, mentorId, sealedPayee)
    return payee ? [toBankAccount(payee)] : []
  })
  return [...new Map(accounts.map((account) => [account.identifier, account])).values()]
}

const toBankAccount = ({ account, name }: Payee): FinancialAccount => ({
  identifier: account.replaceAll(' ', ''),
  holder: name,
  kind: /^[A-Z]{2}\d{2}/.test(account) ? 'iban' : 'bank_account',
})

/** Mentors who were paid in a year and gave no tax details, in order of name. `paid`: how many were paid. */
export async function listUnidentified(
  app: ReadingContext,
  year: number,
): Promise<{ paid: number; unidentified: { id: string; name: string }[] }> {
  const paid = await listPaidMentors(app.db, year)
  const details = await listTaxDetails(
    app,
    paid.map(({ id }) => id),
  )
  return { paid: paid.length, unidentified: paid.filter(({ id }) => !details.has(id)) }
}
