/** The version that runs, from package.json. */
import { readFileSync } from 'node:fs'

export const VERSION = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version
