/** A visitor asks for a time: what the model expects to be answered. */
import { sql } from 'kysely'
import { toPence } from '#domain/payments/money'
import type { App } from '#server/context'
import { holdSlot } from '#server/bookings/hold'
import { hashSecret } from '#server/bookings/release'
import { atMessage } from '../database/message-offset.ts'
import { readBooks } from './books.ts'
import { SLOTS, type Outcome, type Rig } from './rig.ts'
import { inTheWay, isFirm, sell, type Wish, type World } from './world.ts'

/** Who asks, on which of their devices, for which offer of which mentor, at which start. */
export type Asked = { visitor: number; device: number; offer: number; slot: number }

const PRICE = toPence(4500)

/** Another visitor who asks for a time of the same mentor, after so many messages of the first. */
type Rival = Omit<Asked, 'offer'> & { length: number; offset: number }

export async function hold(world: World, rig: Rig, asked: Asked): Promise<string[]> {
  const wish = await wishOf(rig, asked)
  const had = hasFirm(world, rig, wish)
  const answer = await rig.ask((app) => request(app, asked, wish))
  return [...(await judge(world, rig, wish, answer)), ...(await neither(rig, wish, had))]
}

/**
 * The same while another visitor asks in between. Whoever was refused is heard of last: then it is known who has the
 * time.
 */
export async function holdBesideRival(world: World, rig: Rig, asked: Asked, rival: Rival): Promise<string[]> {
  const offer = rival.length + (asked.offer < 3 ? 0 : 3) // Three lengths with each mentor.
  const other = { ...rival, visitor: (asked.visitor + 1 + (rival.visitor % 2)) % 3, offer }
  const [wish, otherWish] = [await wishOf(rig, asked), await wishOf(rig, other)]
  const had = [hasFirm(world, rig, wish), hasFirm(world, rig, otherWish)] as const
  let otherAnswer: Promise<Answer> | undefined
  const answer = await rig.ask(async (app) => {
    const line = atMessage(app, rival.offset, () => (otherAnswer = rig.ask((same) => request(same, other, otherWish))))
    return request(line.app, asked, wish).finally(() => line.outcome)
  })
  const answers = [
    { wish, answer },
    { wish: otherWish, answer: await otherAnswer! },
  ].toSorted((a, b) => Number(isHeld(b.answer)) - Number(isHeld(a.answer)))
  const faults: string[] = []
  for (const each of answers) {
    // A time that one of them claimed and then gave up again may have been refused to the other.
    if (!isHeld(each.answer)) world.loose = true
    faults.push(...(await judge(world, rig, each.wish, each.answer)))
  }
  return [...faults, ...(await neither(rig, wish, had[0])), ...(await neither(rig, otherWish, had[1]))]
}

type Answer = Outcome<Awaited<ReturnType<typeof holdSlot>>>
const isHeld = (answer: Answer) => answer.heard && answer.value.ok

async function wishOf(rig: Rig, { visitor, device, offer, slot }: Asked): Promise<Wish> {
  return { browser: await browserOf(rig, `${visitor}-${device}`), offer: rig.offers()[offer]!, startsAt: SLOTS[slot]! }
}

const request = (app: App, { visitor }: Asked, { browser, offer, startsAt }: Wish) =>
  holdSlot(
    app,
    {
      sessionTypeId: offer.sessionTypeId,
      startsAt,
      timeZone: 'Europe/London',
      name: `Visitor ${visitor}`,
      email: `visitor${visitor}@example.com`,
      phone: '07700 900000',
      topic: '',
      expectedPrice: PRICE,
    },
    { browser, network: `192.0.2.${visitor}`, farNetwork: null },
  )

async function judge(world: World, rig: Rig, wish: Wish, answer: Answer): Promise<string[]> {
  const now = rig.clock.time.getTime()
  if (answer.heard && answer.value.ok) return sell(world, wish, answer.value.value, now)
  await noteGivenUp(world, rig, wish)
  if (!answer.heard) world.loose = true
  if (!answer.heard || answer.value.ok) return []
  return judgeRefusal(world, rig, wish, answer.value.error.code)
}

/** Whether the browser that asks has a time of this mentor that nobody may take from it. */
function hasFirm({ sales }: World, rig: Rig, { browser, offer }: Wish): boolean {
  const now = rig.clock.time.getTime()
  return sales.some(
    (sale) => browser !== null && sale.browser === browser && sale.mentorId === offer.mentorId && isFirm(sale, now),
  )
}

/** Who had a time and asked for another has one of them that can be paid, whatever was cut off on the way. */
async function neither(rig: Rig, { browser, offer }: Wish, had: boolean): Promise<string[]> {
  if (!had || browser === null) return []
  const { rows } = await sql`
    select from claims join bookings b on b.id = booking_id
      join sandbox_stripe.checkout_sessions s on s.client_reference_id = b.id::text
    where browser_hash = ${hashSecret(browser)} and b.mentor_id = ${offer.mentorId} and s.status <> 'expired'
    limit 1`.execute(rig.db)
  return rows.length > 0 ? [] : ['somebody who moved a hold was left with neither time']
}

/**
 * When the answer is not heard, or the service gave none, the time before may be given up for the other all the same.
 */
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
      return world.sales.some((sale) => sale.browser === wish.browser && /^(paid|processing)$/.test(sale.state))
        ? []
        : ['somebody who paid nothing was told that they had']
    case 'slot_not_bookable':
      return wish.startsAt.getTime() < rig.clock.time.getTime() + 3_600_000 ? [] : ['an offered time was refused']
    default:
      return [`a hold was refused: ${code}`]
  }
}

/**
 * A request of a browser whose earlier request was cut off waits some seconds of real time for it. Too long for here,
 * so such a visitor comes back in a private window.
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
