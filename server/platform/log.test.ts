import { afterEach, describe, expect, it } from 'vitest'
import { createLog, logWhatIsPrinted, collectSections, type LogFacts } from '#server/platform/log'

const listeners = (['warning', 'uncaughtException'] as const).map((name) => [name, process.listeners(name)] as const)
afterEach(() => {
  for (const [name, before] of listeners) {
    process.removeAllListeners(name)
    for (const each of before) process.on(name, each as (...args: unknown[]) => void)
  }
})

describe('logWhatIsPrinted', () => {
  it('logs what a library prints as an event, without its text', () => {
    const events: { event: string; facts: LogFacts | undefined }[] = []
    const note = (event: string, facts?: LogFacts) => void events.push({ event, facts })
    const printer = { ...console }
    logWhatIsPrinted({ info: note, warn: note, error: note }, printer)
    const error = new TypeError('victim@example.com')
    printer.error('/victim@example.com/secret%ff', error)
    printer.warn('/victim@example.com/secret%ff')
    process.emit('warning', error)
    const printed = 'printed by a library'
    expect(events.map(({ event }) => event)).toEqual([printed, printed, 'runtime warning'])
    expect(events[0]?.facts?.error).toBe(error)
    expect(String(events[1]?.facts?.error)).not.toContain('victim')
  })
})

describe('the route of a request', () => {
  it('is logged as its first segment if that belongs to the product, and as /… otherwise', () => {
    const lines: string[] = []
    const log = createLog({ LOG_LEVEL: 'info' }, collectSections(['mentors/:slug', '*']), {
      write: (line) => void lines.push(line),
    })
    for (const route of ['/mentors', '/api', '/', '/victim@example.com', '/quenby']) log.error('page failed', { route })
    const routes = lines.map((line) => (JSON.parse(line) as { route: string }).route)
    expect(routes).toEqual(['/mentors', '/api', '/', '/…', '/…'])
  })
})

describe('an error', () => {
  const loggedFrames = (error: Error) => {
    const lines: string[] = []
    createLog({ LOG_LEVEL: 'info' }, collectSections([]), { write: (line) => void lines.push(line) }).error(
      'request failed',
      { error },
    )
    return (JSON.parse(lines[0]!) as { frames: string[] }).frames
  }

  it('is logged with its stack frames, and without lines of its message that look like frames', () => {
    const frames = loggedFrames(new Error('invalid input: "x\n    at victim@example.com (secret:1:1)\n    at the end"'))
    expect(frames.join()).not.toMatch(/victim|the end/)
    expect(frames[0]).toContain('log.test.ts')
    const error = new Error('another')
    error.stack = 'Error: x\n    at victim@example.com (secret:1:1)\n    at run (file:///app/run.ts:1:1)'
    expect(loggedFrames(error), 'a stack without its message').toEqual([])
  })
})
