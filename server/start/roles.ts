/** What a process does beside serving, by its role: the setting ROLE. */
import { parseArgs } from 'node:util'
import { err, ok, type Result } from '#domain/result'
import type { App } from '#server/context'
import type { Bundle } from '#server/start/bundle'
import * as m from '#messages/operators'

type Jobs = Awaited<ReturnType<Bundle['openJobs']>>

/** `--role worker` as the setting that it stands for. The error is text for a person. */
export function settingsInArguments(given: string[]): Result<{ ROLE?: string }, string> {
  try {
    const { role } = parseArgs({ args: given, options: { role: { type: 'string' } } }).values
    return ok(role === undefined ? {} : { ROLE: role })
  } catch (error) {
    return err(m.onlyRole({ error: error instanceof Error ? error.message : String(error) }))
  }
}

/** A process that runs no jobs still compares its clock, and leaves the rounds to workers. */
const NO_ROUNDS = { takeRounds: async () => {}, leaveRounds: async () => {} }

/** `machine`: this machine’s own clock. `end`: the functions that stop it, in order. `ready`: waits until the process can be sent requests. */
export async function beginWork(bundle: Bundle, app: App, jobs: Jobs, machine: () => number) {
  const { ROLE: role } = app.config
  const serves = role !== 'worker'
  const works = role !== 'web'
  const following = serves
    ? [bundle.keepDirectory(app), bundle.keepViews(app), bundle.watchMailSupport(app)]
    : [bundle.keepSettings(app)]
  if (works) await jobs.run(app)
  const endClock = await bundle.keepClock(app, machine, works ? jobs : NO_ROUNDS)
  return {
    end: [...following, endClock],
    async ready(): Promise<void> {
      if (serves) await bundle.currentDirectory(app)
    },
  }
}
