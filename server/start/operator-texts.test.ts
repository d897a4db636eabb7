import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ADVICE } from '#domain/mentors/advice'
import { NO_TRANSLATIONS } from '#domain/site-settings'
import { loadConfig } from '#server/platform/config'
import { readOperatorTexts } from '#server/start/operator-texts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'landfall-texts-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

function read(env: Record<string, string>) {
  const config = loadConfig(env)
  if (!config.ok) throw new Error(config.error)
  return readOperatorTexts(config.value)
}

it('reads the terms, and shows its own notices where the operator has none', async () => {
  const terms = write('terms.txt', 'Be kind.')
  expect(await read({ TERMS_FILE: terms })).toEqual({
    ok: true,
    value: { terms: 'Be kind.', privacy: null, advice: ADVICE, translations: NO_TRANSLATIONS },
  })
})

it('names each file that is empty, missing, a folder, or not what it should be', async () => {
  const [terms, advice] = [write('terms.txt', ' \n'), write('advice.json', '[]')]
  const texts = await read({ TERMS_FILE: terms, PRIVACY_FILE: `${folder}/none`, ADVICE_FILE: advice })
  expect(texts).toMatchObject({
    error:
      `TERMS_FILE: ${terms} is empty.\n` +
      `PRIVACY_FILE: ${folder}/none cannot be read (ENOENT).\n` +
      `ADVICE_FILE: ${advice}: Write an object with "general" and "countries".`,
  })
  expect(await read({ TERMS_FILE: folder })).toMatchObject({ error: `TERMS_FILE: ${folder} cannot be read (EISDIR).` })
})
