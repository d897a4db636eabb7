/** How Vite takes the catalogs of messages. Decision 0065. */
import type { Plugin } from 'vite'
import { compileAll, compileArea, findHelpers, type Compiled } from './messages.ts'

const IMPORT = /^import \* as m from '#messages\/([\w-]+)'\n/m
/** A message, with "()" if it is called without parameters. */
const USE = /(?<![\w.$])m\.(\w+)(\(\))?/g

/**
 * Puts the messages that a module uses into it, in place of the import of their area: a page's script then has these alone,
 * where a shared module would bring all that any page uses. Expects `import * as m from '#messages/…'` and uses as `m.name`.
 */
export const inlineMessages: Plugin = {
  name: 'inline-messages',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    const area = IMPORT.exec(code)?.[1]
    return area ? { code: inline(code, compileArea(area), id), map: null } : null
  },
}

export function inline(code: string, catalog: Compiled[], id: string): string {
  const messages = new Map(catalog.map((message) => [message.name, message]))
  const defined = new Map<string, Compiled>()
  const used = new Set<Compiled>()
  const body = code.replace(IMPORT, '').replaceAll(USE, (_all, name: string, call: string | undefined) => {
    const message = messages.get(name)
    if (!message) throw new Error(`${id}: there is no message ${name}`)
    used.add(message)
    if (call) return message.code
    defined.set(name, message)
    return `message_${name}`
  })
  const helpers = findHelpers([...used])
  return [
    ...(helpers.length > 0 ? [`import { ${helpers.join(', ')} } from '/messages/runtime.ts'\n`] : []),
    body,
    ...[...defined.values()].map(({ name, parameters, code: text }) => {
      const input = parameters.size > 0 ? 'i' : ''
      return `\nfunction message_${name}(${input}) { return ${text} }`
    }),
  ].join('')
}

/** In development an edited catalog is compiled at once. */
export const watchCatalogs: Plugin = {
  name: 'watch-catalogs',
  apply: 'serve',
  configureServer({ watcher }) {
    watcher.add('messages/en').on('change', (file) => {
      if (/\bmessages\/en\/[\w-]+\.json$/.test(file)) compileAll()
    })
  },
}
