/** The programs that a run of the tests starts, which end with it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { TEST_BUILD } from '../../tests/support/product/processes.ts'

/** What all of them are given. */
export const env: NodeJS.ProcessEnv = { ...process.env, LANDFALL_BUILD: TEST_BUILD, NODE_ENV: undefined }

const children = new Set<ChildProcess>()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
    process.exit(1) // The PostgreSQL server ends with this process.
  })
}

/** Returns the exit code. `log`: a file for the output, so that it does not mix with another program's. */
export async function run(
  program: string,
  args: string[],
  more: NodeJS.ProcessEnv = {},
  log?: string,
): Promise<number> {
  const output = log ? openSync(log, 'w') : 'inherit'
  const child = spawn(program, args, { env: { ...env, ...more }, stdio: ['ignore', output, output] })
  children.add(child)
  const [code] = (await once(child, 'exit')) as [number | null]
  children.delete(child)
  return code ?? 1
}
