/** A mentor sets the prices of their packages. They count from then on; packages that were sold stay as they are. */
import { checkPackagePrice, PACKAGE_SIZES, type PackagePriceError } from '#domain/packages/package'
import { priceOf } from '#domain/mentors/mentor'
import { readPrice } from '#domain/mentors/price'
import type { MinorUnits } from '#domain/payments/money'
import { err, ok, type Result } from '#domain/result'
import { toAuditActor, type Actor } from '#server/accounts/audit'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import type { App } from '#server/context'
import { mentorEvent } from '#server/mentors/audit'
import { listPackages, listPricedSessions, replacePackages } from '#server/mentors/packages/packages-queries'
import { lockMentor } from '#server/mentors/queries'
import { transact, type Db } from '#server/platform/db/connect'

/** A package that a mentor can sell. `price`: null if they do not. `single`: what one session costs. `field`: its name in the form. */
export type PackageChoice = {
  field: string
  sessionTypeId: string
  title: string
  sessions: number
  single: MinorUnits
  price: MinorUnits | null
  currency: string
}

/** By name of the field. `unreadable`: not an amount of the mentor's currency. */
type PackageErrors = Record<string, PackagePriceError | 'unreadable'>

/** Every package of the session types that have a price, in their order. */
export async function listPackageChoices(db: Db, mentorId: string): Promise<PackageChoice[]> {
  const set = await listPackages(db, mentorId)
  const sessions = await listPricedSessions(db, mentorId)
  return sessions.flatMap(({ id: sessionTypeId, title, pricePence, mentorPrice, currency }) => {
    const single = priceOf({ price: pricePence }, { price: mentorPrice })
    if (single === 0) return []
    return PACKAGE_SIZES.map((size) => {
      const known = set.find((one) => one.sessionTypeId === sessionTypeId && one.sessions === size)
      const price = known?.currency === currency ? known.price : null
      return {
        field: `package.${sessionTypeId}.${size}`,
        sessionTypeId,
        title,
        sessions: size,
        single,
        price,
        currency,
      }
    })
  })
}

/**
 * Replaces a mentor's packages by what they typed, by field. An empty price sells no package. Saves nothing if a price is wrong, and
 * records the change.
 */
export function setPackages(
  app: App,
  { mentorId, typed }: { mentorId: string; typed: Record<string, string> },
  actor: Actor,
): Promise<Result<null, PackageErrors>> {
  return transact(app.db, async (tx) => {
    await lockMentor(tx, mentorId)
    const before = await listPackageChoices(tx, mentorId)
    const after = before.map((choice) => ({ ...choice, ...readChoice(choice, typed[choice.field] ?? '') }))
    const errors = after.flatMap(({ field, error }) => (error ? [[field, error] as const] : []))
    if (errors.length > 0) return err(Object.fromEntries(errors))
    const sold = after.flatMap(({ price, ...choice }) => (price === null ? [] : [{ ...choice, price }]))
    await replacePackages(
      tx,
      mentorId,
      sold.map(({ sessionTypeId, sessions, price, currency }) => ({ sessionTypeId, sessions, price, currency })),
    )
    const change = { before: toFacts(before), after: toFacts(after) }
    if (JSON.stringify(change.before) !== JSON.stringify(change.after))
      await recordAuditEvent(tx, mentorEvent(app, toAuditActor(actor), 'mentor.packages_changed', mentorId, change))
    return ok(null)
  })
}

function readChoice({ sessions, single, currency }: PackageChoice, typed: string) {
  if (typed.trim() === '') return { price: null, error: null }
  const price = readPrice(typed, currency)
  if (price === null) return { price, error: 'unreadable' as const }
  return { price, error: checkPackagePrice({ price, sessions, single, currency }) }
}

const toFacts = (choices: PackageChoice[]) => ({
  packages: choices.flatMap(({ title, sessions, price, currency }) =>
    price === null ? [] : [{ title, sessions, price, currency }],
  ),
})
