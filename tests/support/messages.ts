/** The messages of the catalogs that a file uses. */
import { readFileSync } from 'node:fs'

/** Their names as "area.name", with their texts. Empty for a file that imports no catalog. */
export function findMessages(source: string): Map<string, string> {
  const area = /^import \* as m from '#messages\/([\w-]+)'$/m.exec(source)?.[1]
  if (!area) return new Map()
  const catalog = JSON.parse(readFileSync(`messages/en/${area}.json`, 'utf8')) as Record<string, string>
  const names = [...source.matchAll(/(?<![\w.$])m\.(\w+)/g)].map(([, name = '']) => name)
  return new Map(names.map((name) => [`${area}.${name}`, catalog[name] ?? '']))
}
