/**
 * npm run migrate
 *
 * Brings the database to the newest schema, as a start does, without starting: before the processes of a new release, while
 * those of the old one still run. Prints what was run. Exit code 0: the schema is the newest; 1: it is not, with the reason.
 * With the embedded database, stop the product first.
 *
 * Environment: the product's own settings.
 */
import { createLog } from '#server/platform/log'
import { openDatabase } from '#server/start/open-database'
import { refuseToStart } from '#server/start/refuse'
import { readSettings } from './operator/settings.ts'
import * as m from '#messages/operators'

const config = readSettings(refuseToStart)
const { migrated, close } = await openDatabase(config, new Date(), createLog({ LOG_LEVEL: config.LOG_LEVEL }))
await close()
for (const name of migrated) console.log(name)
console.log(migrated.length > 0 ? m.migrationsRun({ count: migrated.length }) : m.nothingToMigrate())
