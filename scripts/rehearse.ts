/**
 * npm run rehearse -- --take-copy <name of the database>
 *
 * Marks the restored copy of a live database as a rehearsal's, so that `LANDFALL_MODE=rehearsal` opens it and live never does.
 * Its schema becomes the newest. It refuses a database to which something is connected. Exit code 0: marked; 1: not, with the reason.
 *
 * Environment: the settings of the rehearsal.
 */
import { parseArgs } from 'node:util'
import { connect } from '#server/platform/db/connect'
import { explainFailure } from '#server/platform/db/preflight'
import { markAsRehearsal } from '#server/platform/db/mark-as-rehearsal'
import { readSettings, refuseSaying, type Refuse } from './operator/settings.ts'
import * as m from '#messages/operators'

const refuse: Refuse = refuseSaying(m.notMarked())

const name = readName()
const config = readSettings(refuse)
if (!config.rehearsal) refuse(m.setRehearsal())
const { db } = await connect(config.DATABASE_URL, { connections: 1, unlimited: true })
const problem = await markAsRehearsal(db, name).catch(explainFailure)
await db.destroy()
if (problem) refuse(problem)
console.log(m.markedRehearsal({ name }))

function readName(): string {
  try {
    const { values } = parseArgs({ options: { 'take-copy': { type: 'string' } } })
    if (values['take-copy']) return values['take-copy']
  } catch {
    // An unknown option.
  }
  return refuse(m.rehearseUsage())
}
