/** How the operator's commands begin: they read the product's settings, and refuse what they cannot work with. */
import { loadConfig, type Config } from '#server/platform/config'

/** Ends the command, with a line for each thing that has to change. */
export type Refuse = (lines: string) => never

/** @param undone what then was not done, as the sentence that begins each line: “No backup was made.” */
export const refuseSaying =
  (undone: string, exitCode = 1): Refuse =>
  (lines) => {
    for (const line of lines.split('\n')) console.error(`${undone} ${line}`)
    process.exit(exitCode)
  }

/** What an error says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The product's settings, from the environment. */
export function readSettings(refuse: Refuse): Config {
  const loaded = loadConfig(process.env)
  return loaded.ok ? loaded.value : refuse(loaded.error)
}
