import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { codeFiles } from './write.ts'

const FOLDERS: Record<string, string> = { '#domain': 'domain', '#server': 'server', '#words': 'messages/words' }
const IMPORT = /^(?:import|export) (?!type )[^;']*'(#\w+)\/([^']+)'/gm

it('a release has each module of the domain, the server and the words of messages that another one imports', () => {
  const files = new Set(codeFiles())
  const missing = [...files].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, from = '', module]) => {
      const folder = FOLDERS[from]
      return folder && !files.has(`${folder}/${module}.ts`) ? [`${file} imports ${from}/${module}`] : []
    }),
  )
  expect(missing).toEqual([])
})
