/** Where a line may end: after spaces and hyphens, and between the words of scripts that write none. */

const SPACE = /[\p{Zs}\t]/u
const NO_BREAK = /[\u00A0\u202F\u2060]/
const HYPHEN = /[-\u2010\u2013\u2014/]/
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303F\uFF00-\uFF60]/u
const OPENING = /[\p{Ps}\p{Pi}]/u
const CLOSING = /[\p{Pe}\p{Pf}\p{Po}\u30FC\p{M}]/u

/** The indices, in UTF-16 units, before which a line may begin. */
export function listBreaks(text: string, language: string): number[] {
  const words = new Intl.Segmenter(language, { granularity: 'word' })
  const breaks: number[] = []
  let before = ''
  for (const { segment, index } of words.segment(text)) {
    const first = String.fromCodePoint(segment.codePointAt(0)!)
    if (index > 0 && mayBreak(before, first)) breaks.push(index)
    before = [...segment].at(-1)!
  }
  return breaks
}

function mayBreak(before: string, after: string): boolean {
  if (NO_BREAK.test(before) || NO_BREAK.test(after) || SPACE.test(after)) return false
  if (SPACE.test(before)) return true
  if (HYPHEN.test(before)) return /\p{L}/u.test(after)
  return (UNSPACED.test(before) || UNSPACED.test(after)) && !OPENING.test(before) && !CLOSING.test(after)
}
