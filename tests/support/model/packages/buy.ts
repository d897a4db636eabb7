/** A visitor buys a package; the model judges the answer. It is paid, abandoned and refunded as other sales are. */
import { packageEnd } from '#domain/packages/package'
import { holdPackage } from '#server/packages/hold-package'
import { findBrowser, noteGivenUp } from '../hold.ts'
import { isMentorPaused, PACKAGES, type Outcome, type Rig } from '../rig.ts'
import { newSale, ownHolds, type SlotRequest, type World } from '../world.ts'

/** Indexes of the visitor, their device, the mentor's offer and the size. `tabs`: in how many they buy it at once. */
export type PackageRequest = { visitor: number; device: number; offer: number; size: number; tabs: 1 | 2 }

type Wanted = Pick<SlotRequest, 'browser' | 'offer'> & { size: number }
type Answer = Outcome<Awaited<ReturnType<typeof holdPackage>>>

export async function holdPackages(world: World, rig: Rig, requested: PackageRequest): Promise<string[]> {
  const { visitor, device, tabs } = requested
  const wanted: Wanted = {
    browser: await findBrowser(rig, `${visitor}-${device}`),
    offer: rig.offers()[requested.offer]!,
    size: PACKAGES[requested.size]!.sessions,
  }
  const order = {
    sessionTypeId: wanted.offer.sessionTypeId,
    sessions: wanted.size,
    name: `Visitor ${visitor}`,
    email: `visitor${visitor}@example.com`,
    phone: '07700 900000',
    timeZone: 'Europe/London',
    expectedPrice: null,
  }
  const client = { browser: wanted.browser, network: `192.0.2.${visitor}`, farNetwork: null }
  const answers = await Promise.all(
    Array.from({ length: tabs }, () => rig.ask((app) => holdPackage(app, order, { client, accountId: null }))),
  )
  if (tabs > 1) world.loose = true // One tab may have been refused because of the other.
  const faults: string[] = []
  for (const answer of answers) faults.push(...(await judge(world, rig, wanted, answer)))
  return faults
}

async function judge(world: World, rig: Rig, wanted: Wanted, answer: Answer): Promise<string[]> {
  await noteGivenUp(world, rig, 'package', wanted)
  if (!answer.heard) world.loose = true
  if (!answer.heard) return []
  if (answer.value.ok) {
    const { checkoutId, bookingId, payBefore } = answer.value.value
    if (!checkoutId) return ['a package was held without a checkout']
    const known = world.sales.find((sale) => sale.bookingId === bookingId)
    if (known) return known.browser === wanted.browser ? [] : [`${checkoutId} was shown to two browsers`]
    const startsAt = packageEnd(rig.clock.time)
    const sale = newSale({ kind: 'package', checkoutId, bookingId, offer: wanted.offer, startsAt })
    world.sales.push({ ...sale, browser: wanted.browser, size: wanted.size, payBefore: payBefore.getTime() })
    return []
  }
  switch (answer.value.error.code) {
    case 'not_offered':
      return (await isMentorPaused(rig, wanted.offer.mentorId)) ? [] : ['a package on offer was refused']
    case 'too_many_holds':
      return world.loose || world.sales.length > 1 ? [] : ['a first hold was too many']
    case 'payments_unavailable':
      world.loose = true
      return []
    case 'already_paid':
      return ownHolds(world, 'package', wanted).some(({ state }) => state === 'paid' || state === 'processing')
        ? []
        : ['an unpaid buyer saw a confirmation']
    default:
      return [`a package was refused: ${answer.value.error.code}`]
  }
}
