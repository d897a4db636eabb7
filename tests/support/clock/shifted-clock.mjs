/**
 * Moves the clock of a program so that a run of journeys begins at TEST_INSTANT, such as the end of a month or the hour in which
 * clocks change. Products load it before anything else (`processes.ts`), browsers before their page's scripts (`fixtures.ts`).
 * Everything in a run is ahead by the same time.
 */
const { TEST_INSTANT } = process.env
if (TEST_INSTANT) process.env.TEST_CLOCK_AHEAD ??= String(Date.parse(TEST_INSTANT) - Date.now())

/** Milliseconds; 0 without an instant. */
export const ahead = Number(process.env.TEST_CLOCK_AHEAD ?? 0)

/** Also runs in a page, so it uses nothing outside of itself. */
export function shiftClock(milliseconds) {
  const Machine = Date
  const now = () => Machine.now() + milliseconds
  globalThis.Date = new Proxy(Machine, {
    construct: (_, given) => (given.length > 0 ? new Machine(...given) : new Machine(now())),
    apply: () => new Machine(now()).toString(),
    get: (_, name) => (name === 'now' ? now : Reflect.get(Machine, name)),
  })
}

if (ahead !== 0) shiftClock(ahead)
