/** Which of the languages offered a reader's browser asks for (RFC 9110 §12.5.4). */
import { ALL_LANGUAGES, LANGUAGES, type Language } from '../../../messages/languages.ts'

/**
 * The first language of an Accept-Language header that is offered, by the lookup of RFC 4647 §3.4: `es-MX` finds Spanish.
 * A region that is not named is the likely one (UTS 35), so `zh` and `zh-CN` find simplified Chinese, `zh-TW` none, and `pt`
 * Brazilian Portuguese. Null if none is offered; `*` names none.
 */
export function acceptedLanguage(header: string | null, offered: readonly Language[]): Language | null {
  if (!header) return null
  for (const range of readRanges(header)) {
    const script = findScript(range)
    const found = script === null ? undefined : offered.find((language) => SCRIPTS.get(language) === script)
    if (found) return found
  }
  return null
}

const MAX_LENGTH = 500 // Browsers send up to about a hundred characters.
const MAX_RANGES = 10
/** A language, and what may follow it (BCP 47). */
const TAG = /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i

/** The ranges of a header, those of the highest quality first. One with `q=0` is not wanted. */
function readRanges(header: string): string[] {
  return header
    .slice(0, MAX_LENGTH)
    .split(',', MAX_RANGES)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((each) => each.trim())
      const quality = parameters.find((each) => /^q=/i.test(each))?.slice(2)
      return { range, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ range, quality }) => TAG.test(range) && quality > 0 && quality <= 1)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ range }) => range)
}

/** A tag's language and script, "zh-Hans". Null for what is no tag. */
function findScript(tag: string): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return `${language}-${script}`
  } catch {
    return null
  }
}

/** Found once: all of them take a fiftieth of the time in which a page is rendered. */
const SCRIPTS = new Map(ALL_LANGUAGES.map((language) => [language, findScript(LANGUAGES[language].tag)]))
