/** The operator's own texts: terms, privacy, and the notices about immigration advice. */
import { readFile } from 'node:fs/promises'
import { ADVICE, parseAdvice, type Advice } from '#domain/mentors/advice'
import type { Config } from '#server/config'
import type { App } from '#server/context'
import { refuseToStart } from '#server/start/refuse'

/** Read at the start, so that a missing file stops the start instead of failing a page. */
export async function readOperatorTexts(config: Config): Promise<App['texts']> {
  const terms = await readText('TERMS_FILE', config)
  const privacy = await readText('PRIVACY_FILE', config)
  return { terms, privacy, advice: await readAdvice(config) }
}

async function readText(
  setting: 'TERMS_FILE' | 'PRIVACY_FILE' | 'ADVICE_FILE',
  config: Config,
): Promise<string | null> {
  const file = config[setting]
  if (!file) return null
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
    refuseToStart(`${setting}: ${file} cannot be read (${error.code}).`),
  )
}

async function readAdvice(config: Config): Promise<Advice> {
  const json = await readText('ADVICE_FILE', config)
  if (json === null) return ADVICE
  const advice = parseAdvice(json)
  return advice.ok ? advice.value : refuseToStart(`ADVICE_FILE: ${config.ADVICE_FILE}: ${advice.error}.`)
}
