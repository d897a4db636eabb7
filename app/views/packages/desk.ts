/** The prices of packages on the page of a mentor's sessions. Server side. */
import type { PackagePriceError } from '#domain/packages/package'
import { spellAmount, toMinorUnits } from '#domain/payments/money'
import type { Actor } from '#server/accounts/audit'
import type { App } from '#server/context'
import { listPackageChoices, setPackages, type PackageChoice } from '#server/mentors/packages/set-packages'
import * as m from '#messages/packages'
import { formatMoney } from '#words/prices'
import type { PackageField, PackagesResult } from '../../ui/packages/desk-packages.tsx'

export const readDeskPackages = async (app: App, mentorId: string): Promise<PackageField[]> =>
  (await listPackageChoices(app.db, mentorId)).map((choice) => ({
    name: choice.field,
    title: choice.title,
    label: m.deskPrice({ sessions: choice.sessions }),
    hint: m.deskPriceHint({ sum: formatSum(choice) }),
    value: choice.price === null ? '' : spellAmount(choice.price, choice.currency),
    currency: choice.currency,
  }))

const formatSum = ({ single, sessions, currency }: PackageChoice): string =>
  formatMoney(toMinorUnits(single * sessions), currency)

/** Null when the packages are saved; otherwise what is wrong, by field. */
export async function savePackagesByForm(
  app: App,
  mentorId: string,
  typed: Record<string, string>,
  actor: Actor,
): Promise<PackagesResult | null> {
  const saved = await setPackages(app, { mentorId, typed }, actor)
  if (saved.ok) return null
  const choices = new Map((await listPackageChoices(app.db, mentorId)).map((choice) => [choice.field, choice]))
  const fields = Object.entries(saved.error).map(([field, code]) => [field, explain(code, choices.get(field)!)])
  return { typed, packageErrors: Object.fromEntries(fields) as Record<string, string> }
}

function explain(code: PackagePriceError | 'unreadable', choice: PackageChoice): string {
  switch (code) {
    case 'unreadable':
      return m.priceUnreadable({ example: spellAmount(choice.single * choice.sessions, choice.currency) })
    case 'not_lower':
      return m.priceNotLower({ sum: formatSum(choice) })
    case 'too_low':
      return m.priceTooLow()
    case 'too_high':
      return m.priceTooHigh()
    case 'free':
      return m.deskNone()
  }
}
