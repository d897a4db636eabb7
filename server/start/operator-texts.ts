/** The operator's own texts: terms and privacy. */
import { readFile } from 'node:fs/promises'
import type { Config } from '#server/config'
import type { App } from '#server/context'
import { refuseToStart } from '#server/start/refuse'

/** Read at the start, so that a missing file stops the start instead of failing a page. */
export async function readOperatorTexts(config: Config): Promise<App['texts']> {
  return { terms: await readText('TERMS_FILE', config), privacy: await readText('PRIVACY_FILE', config) }
}

async function readText(setting: 'TERMS_FILE' | 'PRIVACY_FILE', config: Config): Promise<string | null> {
  const file = config[setting]
  if (!file) return null
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    refuseToStart(`${setting}: ${file} cannot be read (${error.code}).`),
  )
}
