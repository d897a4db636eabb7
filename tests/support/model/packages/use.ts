/** Sessions are booked from a package, also by several requests at once, or while it is cancelled; the model judges the answers. */
import { bookWithCredit } from '#server/packages/book-session'
import { cancelSession, findBooking, type Paid } from '../after.ts'
import { isMentorPaused, type Outcome, type Rig } from '../rig.ts'
import { advanceTo, inTheWay, newSale, type Sale, type World } from '../world.ts'
import { countOpen } from './books.ts'

type Answer = Outcome<Awaited<ReturnType<typeof bookWithCredit>>>
type Attempt = { startsAt: Date; answer: Answer }

/** Each start is a request of its own. `by`: who cancels the package at the same moment. */
export async function bookSessions(
  bought: Sale,
  world: World,
  rig: Rig,
  { starts, by }: { starts: Date[]; by?: 'mentee' | 'mentor' | undefined },
): Promise<string[]> {
  const before = await findBooking(rig, bought)
  if (!before) return []
  const open = countOpen(world, bought)
  const free = starts.filter((startsAt) => inTheWay(world, { offer: bought.offer, startsAt }).length === 0)
  const [attempts, cancelled] = await Promise.all([
    Promise.all(starts.map((startsAt) => book(rig, bought, startsAt))),
    by ? cancelSession(bought, rig, by) : [],
  ])
  const faults = [...cancelled]
  const made = await listNew(rig, bought, world)
  if (made.length > open) faults.push(`${made.length} sessions were booked with ${open} of ${bought.bookingId}`)
  for (const { id, startsAt, paidAt } of made) {
    const { checkoutId, offer } = bought
    const sale = newSale({ kind: 'credit', checkoutId, bookingId: id, offer, startsAt })
    faults.push(...advanceTo(world, sale, startsAt, rig.clock.time.getTime()))
    world.sales.push({ ...sale, bought, state: 'paid', onTime: true, bookedAt: paidAt!.getTime() })
  }
  for (const attempt of attempts) {
    const isLeft = open > made.length && !bought.cancelled
    const { startsAt } = attempt
    const isFree = free.includes(startsAt) && inTheWay(world, { offer: bought.offer, startsAt }).length === 0
    faults.push(...(await judge(attempt, { bought, before, world, rig, isLeft, isFree, made })))
  }
  return faults
}

const book = async (rig: Rig, { bookingId }: Sale, startsAt: Date): Promise<Attempt> => {
  const request = { packageId: bookingId, startsAt, timeZone: null, topic: '' }
  const client = { browser: null, network: null, farNetwork: null }
  return { startsAt, answer: await rig.ask((app) => bookWithCredit(app, request, client)) }
}

/** Sessions of a package that the model does not know, also those of which no one heard. */
async function listNew({ db }: Rig, { bookingId }: Sale, { sales }: World) {
  const rows = await db
    .selectFrom('bookings')
    .select(['id', 'startsAt', 'paidAt'])
    .where('packageId', '=', bookingId)
    .where('id', '<>', bookingId)
    .orderBy('startsAt')
    .execute()
  return rows.filter(({ id }) => !sales.some((sale) => sale.bookingId === id))
}

type Known = {
  bought: Sale
  before: Paid
  world: World
  rig: Rig
  isLeft: boolean
  isFree: boolean
  made: { id: string }[]
}

async function judge({ startsAt, answer }: Attempt, known: Known): Promise<string[]> {
  const { bought, before, world, rig, isLeft, isFree, made } = known
  if (!answer.heard) {
    world.loose = true
    return []
  }
  if (answer.value.ok) {
    const { bookingId } = answer.value.value
    return made.some(({ id }) => id === bookingId) ? [] : [`${bookingId} was said to be booked, and is not`]
  }
  const now = rig.clock.time.getTime()
  const { code } = answer.value.error
  const isReason = {
    no_credit: !isLeft || before.status !== 'confirmed' || bought.dispute !== null,
    mentor_away: await isMentorPaused(rig, bought.mentorId),
    after_end: startsAt.getTime() >= bought.startsAt,
    slot_not_bookable: startsAt.getTime() < now + 3_600_000,
    slot_taken: !isFree || world.loose,
  }[code]
  return isReason ? [] : [`no session of ${bought.bookingId} could be booked: ${code}`]
}
