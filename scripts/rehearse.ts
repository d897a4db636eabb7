/**
 * npm run rehearse -- --take-copy <name of the database>
 *
 * Marks the restored copy of a live database as a rehearsal's, so that `LANDFALL_MODE=rehearsal` opens it and live never does.
 * Its schema becomes the newest. It refuses a database to which something is connected. Exit code 0: marked; 1: not, with the reason.
 *
 * Environment: the settings of the rehearsal.
 */
import { parseArgs } from 'node:util'
import { loadConfig } from '#server/config'
import { connect } from '#server/db/connect'
import { takeCopy } from '#server/db/take-copy'

function refuse(lines: string): never {
  for (const line of lines.split('\n')) console.error(`Nothing was marked. ${line}`)
  process.exit(1)
}

const name = readName()
const loaded = loadConfig(process.env)
if (!loaded.ok) refuse(loaded.error)
if (!loaded.value.rehearsal) refuse('LANDFALL_MODE: set it to rehearsal, with the settings of the rehearsal.')
const { db } = await connect(loaded.value.DATABASE_URL, { connections: 1, unlimited: true })
const problem = await takeCopy(db, name).catch((error: unknown) =>
  error instanceof Error ? error.message : String(error),
)
await db.destroy()
if (problem) refuse(problem)
console.log(`${name} is a rehearsal's from now on. Start it with LANDFALL_MODE=rehearsal.`)

function readName(): string {
  try {
    const { values } = parseArgs({ options: { 'take-copy': { type: 'string' } } })
    if (values['take-copy']) return values['take-copy']
  } catch {
    // An unknown option.
  }
  return refuse('Write the name of the database: npm run rehearse -- --take-copy landfall_copy')
}
