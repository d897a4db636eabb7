/**
 * Compares this machine's clock with the database's. A process whose clock is wrong would end other people's checkouts
 * before their time, so it leaves the rounds to others, and ends no blocking hold. Decision 0045.
 */
import type { App } from '#server/context'
import { readDatabaseClock } from '#server/platform/db/clock-queries'
import type { Db } from '#server/platform/db/connect'

/** Beyond it a process leaves the rounds to others. */
export const MAX_OFFSET_MS = 30_000
const EVERY_MS = 60_000

const offsets = new WeakMap<Db, number>()

/** Milliseconds by which this machine was ahead of the database when they were last compared; undefined before. */
export const clockOffset = (db: Db): number | undefined => offsets.get(db)

/** `machine`: the machine's own clock, not the product's, which a demo may have moved. Milliseconds since 1970. */
export async function compareClocks(db: Db, machine: () => number): Promise<{ offset: number; agrees: boolean }> {
  const sentAt = machine()
  const database = await readDatabaseClock(db)
  const offset = Math.round((sentAt + machine()) / 2 - database.getTime())
  offsets.set(db, offset)
  return { offset, agrees: Math.abs(offset) <= MAX_OFFSET_MS }
}

type Rounds = { takeRounds: (app: App) => Promise<void>; leaveRounds: () => Promise<void> }

/**
 * Takes part in the rounds while the clocks agree; compares now and every minute. Returns the function that stops it. While
 * the database is away, all stays as it is.
 */
export async function keepClock(app: App, machine: () => number, jobs: Rounds, everyMs = EVERY_MS) {
  let agreed: boolean | null = null
  let stopped = false
  const compare = async () => {
    const { offset, agrees } = await compareClocks(app.db, machine)
    app.clockAgrees = agrees
    if (agrees === agreed || stopped) return
    if (!agrees) app.log.error('clock differs', { seconds: Math.round(offset / 1_000) })
    else if (agreed === false) app.log.info('clock agrees again')
    if (agrees) await jobs.takeRounds(app)
    else await jobs.leaveRounds()
    agreed = agrees
  }
  let comparing = compare().catch(() => {})
  await comparing
  const timer = setInterval(() => {
    comparing = comparing.then(compare).catch(() => {})
  }, everyMs)
  return async () => {
    stopped = true
    clearInterval(timer)
    await comparing
  }
}
