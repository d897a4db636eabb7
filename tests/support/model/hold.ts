/** A visitor asks for a time; the model judges the answer. */
import { sql } from 'kysely'
import type { App } from '#server/context'
import { holdSlot } from '#server/bookings/holds/hold'
import { hashSecret } from '#server/bookings/holds/release'
import { atMessage } from '../database/message-offset.ts'
import { readBooks } from './books.ts'
import { isTurnedOff } from './code-answers.ts'
import { CODES, isMentorPaused, PRICE, SLOTS, type Outcome, type Rig } from './rig.ts'
import { inTheWay, isFirm, ownHolds, sell, type Sale, type SlotRequest, type World } from './world.ts'

/**
 * Indexes of the visitor, their device, the mentor's offer and the start. `byLink`: 0 if someone else is to pay. `code`: one of
 * `CODES`, or none.
 */
export type HoldRequest = { visitor: number; device: number; offer: number; slot: number; byLink: number; code: number }

/** Another visitor who asks for a time of the same mentor after `offset` messages of the first. */
type Rival = Omit<HoldRequest, 'offer' | 'byLink' | 'code'> & { length: number; offset: number }

export async function hold(world: World, rig: Rig, requested: HoldRequest): Promise<string[]> {
  const wanted = await makeRequest(rig, requested)
  const had = hasFirm(world, rig, wanted)
  const answer = await rig.ask((app) => request(app, requested, wanted))
  return [...(await judge(world, rig, wanted, answer)), ...(await leftWithNeither(rig, wanted, had))]
}

/** As `hold`, while another visitor asks in between. Judges refusals last, when it is known who got the time. */
export async function holdBesideRival(world: World, rig: Rig, requested: HoldRequest, rival: Rival): Promise<string[]> {
  const offer = rival.length + (requested.offer < 3 ? 0 : 3) // Three lengths with each mentor.
  const other = {
    ...rival,
    byLink: rival.slot % 4,
    code: rival.slot % 5,
    visitor: (requested.visitor + 1 + (rival.visitor % 2)) % 3,
    offer,
  }
  const [wanted, otherWanted] = [await makeRequest(rig, requested), await makeRequest(rig, other)]
  const had = [hasFirm(world, rig, wanted), hasFirm(world, rig, otherWanted)] as const
  let otherAnswer: Promise<Answer> | undefined
  const answer = await rig.ask(async (app) => {
    const line = atMessage(
      app,
      rival.offset,
      () => (otherAnswer = rig.ask((same) => request(same, other, otherWanted))),
    )
    return request(line.app, requested, wanted).finally(() => line.outcome)
  })
  const answers = [
    { wanted, answer },
    { wanted: otherWanted, answer: await otherAnswer! },
  ].toSorted((a, b) => Number(isHeld(b.answer)) - Number(isHeld(a.answer)))
  const faults: string[] = []
  for (const each of answers) {
    // One may have been refused a time that the other claimed and then released.
    if (!isHeld(each.answer)) world.loose = true
    faults.push(...(await judge(world, rig, each.wanted, each.answer)))
  }
  return [
    ...faults,
    ...(await leftWithNeither(rig, wanted, had[0])),
    ...(await leftWithNeither(rig, otherWanted, had[1])),
  ]
}

type Answer = Outcome<Awaited<ReturnType<typeof holdSlot>>>
const isHeld = (answer: Answer) => answer.heard && answer.value.ok

async function makeRequest(
  rig: Rig,
  { visitor, device, offer, slot, byLink, code }: HoldRequest,
): Promise<SlotRequest> {
  return {
    browser: await findBrowser(rig, `${visitor}-${device}`),
    offer: rig.offers()[offer]!,
    startsAt: SLOTS[slot]!,
    isByLink: byLink === 0,
    code: CODES[code]?.code ?? null,
  }
}

const request = (app: App, { visitor }: HoldRequest, { browser, offer, startsAt, isByLink, code }: SlotRequest) =>
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
      expectedPrice: { amount: PRICE, currency: offer.currency },
      code,
      payment: isByLink ? 'by_link' : 'now',
    },
    { browser, network: `192.0.2.${visitor}`, farNetwork: null },
  )

async function judge(world: World, rig: Rig, wanted: SlotRequest, answer: Answer): Promise<string[]> {
  const now = rig.clock.time.getTime()
  if (answer.heard && answer.value.ok) {
    const faults = (await isTurnedOff(rig, wanted.code, wanted.offer.mentorId)) ? [`${wanted.code} is turned off`] : []
    return [...faults, ...sell(world, wanted, answer.value.value, now)]
  }
  await noteGivenUp(world, rig, 'session', wanted)
  if (!answer.heard) world.loose = true
  if (!answer.heard || answer.value.ok) return []
  const { code } = answer.value.error
  if (code === 'session_type_not_found' && (await isMentorPaused(rig, wanted.offer.mentorId))) return []
  if (code === 'code_not_valid') return judgeCode(world, rig, wanted)
  return judgeRefusal(world, rig, wanted, code)
}

/** True when the browser has an exclusive time with this mentor. */
function hasFirm(world: World, rig: Rig, wanted: SlotRequest): boolean {
  const now = rig.clock.time.getTime()
  return ownHolds(world, 'session', wanted).some((sale) => isFirm(sale, now))
}

/** A browser that had a time and requested another has at least one of them, whatever was cut off on the way. */
async function leftWithNeither(rig: Rig, { browser, offer }: SlotRequest, had: boolean): Promise<string[]> {
  if (!had || browser === null) return []
  const { rows } = await sql`
    select from claims join bookings b on b.id = booking_id
      join sandbox_stripe.checkout_sessions s on s.client_reference_id = b.id::text
    where browser_hash = ${hashSecret(browser)} and b.mentor_id = ${offer.mentorId} and s.status <> 'expired'
    limit 1`.execute(rig.db)
  return rows.length > 0 ? [] : ['a buyer who moved a hold has neither time']
}

/**
 * When an answer is lost or the service gave none, the old time may have been released for the new one all the same.
 */
export async function noteGivenUp(
  world: World,
  rig: Rig,
  kind: Sale['kind'],
  wanted: Pick<SlotRequest, 'browser' | 'offer'>,
): Promise<void> {
  const now = rig.clock.time.getTime()
  const own = ownHolds(world, kind, wanted).filter((sale) => sale.state === 'open' && now < sale.payBefore)
  const books = own.length > 0 ? await readBooks(rig.db) : []
  for (const sale of own) {
    if (books.some((entry) => entry.session === sale.checkoutId && entry.sessionStatus === 'expired'))
      sale.state = 'gone'
  }
}

/** A code is refused only to who cannot use it: it is off or used up, or they have used it as often as one person may. */
async function judgeCode(world: World, rig: Rig, { code, offer }: SlotRequest): Promise<string[]> {
  const { rows } = await sql`
    select from discount_codes where code = ${code} and (redeemed >= max_redemptions
      or exists (select from discount_uses where code_id = discount_codes.id and uses >= most))`.execute(rig.db)
  return rows.length > 0 || world.loose || (await isTurnedOff(rig, code, offer.mentorId)) ? [] : [`${code} was refused`]
}

/** Checks that a refusal has a reason. */
function judgeRefusal(world: World, rig: Rig, wanted: SlotRequest, code: string): string[] {
  const blockers = inTheWay(world, wanted)
  switch (code) {
    case 'slot_taken':
      return blockers.length > 0 || world.loose ? [] : ['a free time was refused']
    case 'too_many_holds':
      return world.loose || world.sales.length > 1 ? [] : ['a first hold was too many']
    case 'no_payment_link': {
      const isTooSoon = wanted.startsAt.getTime() < rig.clock.time.getTime() + 2 * 3_600_000
      const others = world.sales.some(({ isByLink }) => isByLink)
      return world.loose || others || isTooSoon ? [] : ['the first link was refused']
    }
    case 'payments_unavailable':
      world.loose = true
      return []
    case 'already_paid':
      return world.sales.some((sale) => sale.browser === wanted.browser && /^(paid|processing)$/.test(sale.state))
        ? []
        : ['an unpaid buyer saw a confirmation']
    case 'slot_not_bookable':
      return wanted.startsAt.getTime() < rig.clock.time.getTime() + 3_600_000 ? [] : ['an offered time was refused']
    default:
      return [`a hold was refused: ${code}`]
  }
}

/**
 * Null (a private window) for a browser whose earlier request was cut off, because its next request would wait some
 * seconds of real time for that one.
 */
export async function findBrowser(rig: Rig, browser: string): Promise<string | null> {
  const waiting = await rig.db
    .selectFrom('bookings')
    .select('id')
    .where('browserHash', '=', hashSecret(browser))
    .where('status', '=', 'held')
    .where('checkoutUrl', 'is', null)
    .executeTakeFirst()
  return waiting ? null : browser
}
