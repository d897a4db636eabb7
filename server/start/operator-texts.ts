/** The operator's own texts: terms, privacy, and the notices about immigration advice. */
import { readFile } from 'node:fs/promises'
import { ADVICE, parseAdvice } from '#domain/mentors/advice'
import { err, ok, type Result } from '#domain/result'
import { NO_TRANSLATIONS } from '#domain/site-settings'
import type { Config } from '#server/platform/config'
import type { App } from '#server/context'
import { describeAdviceError } from '#words/mentors/advice'
import * as m from '#messages/operators'

type TextFile = 'TERMS_FILE' | 'PRIVACY_FILE' | 'ADVICE_FILE'

/** Read at the start, so that a missing file stops the start instead of failing a page. The error has a line for each. */
export async function readOperatorTexts(config: Config): Promise<Result<App['texts'], string>> {
  const problems: string[] = []
  const read = async (setting: TextFile) => {
    const text = await readText(setting, config)
    if (text.ok) return text.value
    problems.push(text.error)
    return null
  }
  const texts = { terms: await read('TERMS_FILE'), privacy: await read('PRIVACY_FILE') }
  const json = await read('ADVICE_FILE')
  const advice = json === null ? ok(ADVICE) : parseAdvice(json)
  if (!advice.ok)
    problems.push(
      m.fileWrong({
        setting: 'ADVICE_FILE',
        file: config.ADVICE_FILE ?? '',
        problem: describeAdviceError(advice.error),
      }),
    )
  return advice.ok && problems.length === 0
    ? ok({ ...texts, advice: advice.value, translations: NO_TRANSLATIONS })
    : err(problems.join('\n'))
}

async function readText(setting: TextFile, config: Config): Promise<Result<string | null, string>> {
  const file = config[setting]
  if (!file) return ok(null)
  try {
    const text = await readFile(file, 'utf8')
    return text.trim() === '' ? err(m.fileEmpty({ setting, file })) : ok(text)
  } catch (error) {
    return err(m.fileUnreadable({ setting, file, code: (error as NodeJS.ErrnoException).code ?? '' }))
  }
}
