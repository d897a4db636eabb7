/** A visitor asks for a time: what the model expects to be answered. */
import { toPence } from '#domain/money'
import { holdSlot } from '#server/workflows/bookings'
import { hashSecret } from '#server/workflows/holds'
import { readBooks } from './books.ts'
import { SLOTS, type Rig } from './rig.ts'
import { inTheWay, sell, type Wish, type World } from './world.ts'

/** Who asks, on which of their devices, for which offer of which mentor, at which start. */
export type Asked = { visitor: number; device: number; offer: number; slot: number }

const PRICE = toPence(4500)

export async function hold(world: World, rig: Rig, { visitor, device, offer, slot }: Asked): Promise<string[]> {
  const startsAt = SLOTS[slot]!
  const wish: Wish = { browser: await browserOf(rig, `${visitor}-${device}`), offer: rig.offers()[offer]!, startsAt }
  const now = rig.clock.time.getTime()
  const answer = await rig.ask((app) =>
    holdSlot(
      app,
      {
        sessionTypeId: wish.offer.sessionTypeId,
        startsAt,
        timeZone: 'Europe/London',
        name: `Visitor ${visitor}`,
        email: `visitor${visitor}@example.com`,
        phone: '07700 900000',
        topic: '',
        expectedPrice: PRICE,
      },
      { browser: wish.browser, network: `192.0.2.${visitor}` },
    ),
  )
  if (answer.heard && answer.value.ok) return sell(world, wish, answer.value.value, now)
  await noteGivenUp(world, rig, wish)
  if (!answer.heard) world.loose = true
  if (!answer.heard || answer.value.ok) return []
  return judgeRefusal(world, rig, wish, answer.value.error.code)
}

/** Who asks for another time gives up the one before, also when the other then cannot be had. */
async function noteGivenUp({ sales }: World, rig: Rig, { browser, offer }: Wish): Promise<void> {
  const now = rig.clock.time.getTime()
  const own = sales.filter(
    (sale) => sale.state === 'open' && now < sale.payBefore && browser !== null && sale.browser === browser,
  )
  const books = own.length > 0 ? await readBooks(rig.db) : []
  for (const sale of own.filter(({ mentorId }) => mentorId === offer.mentorId)) {
    if (books.some((entry) => entry.session === sale.checkoutId && entry.session_status === 'expired'))
      sale.state = 'gone'
  }
}

/** A refusal needs a reason that a person watching would accept. */
function judgeRefusal(world: World, rig: Rig, wish: Wish, code: string): string[] {
  const blockers = inTheWay(world, wish)
  switch (code) {
    case 'slot_taken':
      return blockers.length > 0 || world.loose ? [] : ['a time that nobody has was refused']
    case 'too_many_holds':
      return world.loose || world.sales.length > 1 ? [] : ['a first hold was too many']
    case 'payments_unavailable':
      world.loose = true
      return []
    case 'already_paid':
      return world.sales.some((sale) => sale.browser === wish.browser && sale.state === 'paid')
        ? []
        : ['somebody who paid nothing was told that they had']
    case 'slot_not_bookable':
      return wish.startsAt.getTime() < rig.clock.time.getTime() + 3_600_000 ? [] : ['an offered time was refused']
    default:
      return [`a hold was refused: ${code}`]
  }
}

/**
 * A request of a browser whose earlier request was cut off waits some seconds of real time for it. Too long for here, so
 * such a visitor comes back in a private window.
 */
async function browserOf(rig: Rig, browser: string): Promise<string | null> {
  const waiting = await rig.db
    .selectFrom('bookings')
    .select('id')
    .where('browser_hash', '=', hashSecret(browser))
    .where('status', '=', 'held')
    .where('checkout_url', 'is', null)
    .executeTakeFirst()
  return waiting ? null : browser
}
