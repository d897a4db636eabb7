import { describe, expect, it } from 'vitest'
import { logJobErrors } from '#server/platform/job-errors'
import { createLog, collectSections } from '#server/platform/log'

/** As pg-boss does. */
const copyError = (error: Error) => ({ ...error, message: error.message, stack: error.stack, queue: 'sweep' })

function open() {
  const lines: Record<string, unknown>[] = []
  const log = createLog({ LOG_LEVEL: 'info' }, collectSections([]), {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  })
  const time = { now: 0 }
  return { lines, time, report: logJobErrors(log, () => time.now) }
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

describe('logJobErrors', () => {
  it('logs class, code and frames of what pg-boss emits as a copy, and not its message', () => {
    const { lines, report } = open()
    report(copyError(Object.assign(new TypeError('grace@example.com'), { code: '42P01' })))
    expect(lines).toMatchObject([{ msg: 'jobs failed', fault: 'TypeError', code: '42P01' }])
    expect(lines[0]!['frames']).toEqual(expect.arrayContaining([expect.stringMatching(/job-errors\.test/)]))
    expect(JSON.stringify(lines)).not.toContain('grace')
  })

  it('logs an outage once until it is over, and other errors each time', () => {
    const { lines, time, report } = open()
    const events = () => lines.splice(0).map(({ msg }) => msg)
    for (; time.now < 41_000; time.now += 250) report(copyError(refused()))
    expect(events()).toEqual(['database unavailable'])
    report(new Error('One'))
    report(new Error('Another'))
    expect(events()).toEqual(['jobs failed', 'jobs failed'])
    time.now += 31_000
    report(new Error('Connection terminated due to connection timeout'))
    expect(events()).toEqual(['database unavailable'])
  })
})
