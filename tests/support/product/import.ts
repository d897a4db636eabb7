/** Runs the script of `npm run import`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bareEnvironment } from './processes.ts'

type ImportRun = { code: number | null; signal: NodeJS.Signals | null; output: string }

/** The settings by which a command meets the product that starts on this folder. */
export const importSettings = (data: string) => ({
  DATABASE_URL: `file:${join(data, 'pglite')}`,
  STORAGE_FOLDER: join(data, 'pictures'),
})

/** Writes JSON to a file of this folder and gives its path. */
export function writeJson(folder: string, name: string, json: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(json))
  return file
}

/** `onOutput` gets everything that was printed so far, and may kill the process. */
export async function runImport(
  env: Record<string, string>,
  args: string[],
  onOutput: (output: string, kill: () => void) => void = () => {},
): Promise<ImportRun> {
  const child = spawn(process.execPath, ['scripts/import.ts', ...args], { env: { ...bareEnvironment(), ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
      onOutput(output, () => child.kill('SIGKILL'))
    })
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal, output }
}
