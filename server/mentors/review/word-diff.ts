/** Which words of a text changed, for its reviewers. */
import { diffArrays } from 'diff'

/** A run of words: in both texts, only in the earlier one, or only in the later one. */
export type TextPart = { text: string; change: 'same' | 'gone' | 'new' }

/** Above this number of changed words both texts are shown whole: comparing takes long, and the result would be unreadable. */
const MAX_CHANGES = 1_500

/** Finds words in every script, also in those without spaces. */
const words = new Intl.Segmenter('en', { granularity: 'word' })
const wordsIn = (text: string) => [...words.segment(text)].map(({ segment }) => segment)

/** The two texts as one, in runs. Without the `new` runs it is the earlier text, without the `gone` ones the later. */
export function wordDiff(before: string, after: string): TextPart[] {
  const changes = diffArrays(wordsIn(before), wordsIn(after), { maxEditLength: MAX_CHANGES })
  if (!changes) return [...run('', before, after)]
  const parts: TextPart[] = []
  let [gone, added] = ['', '']
  for (const [n, { value, added: isNew, removed: isGone }] of changes.entries()) {
    const text = value.join('')
    // Blanks between two changed words belong to both, so that a changed phrase is one run and not one a word.
    const joins = text.trim() === '' && (gone || added) && n < changes.length - 1
    if (isGone || (joins && !isNew)) gone += text
    if (isNew || (joins && !isGone)) added += text
    if (isNew || isGone || joins) continue
    parts.push(...run(text, gone, added))
    gone = added = ''
  }
  return [...parts, ...run('', gone, added)]
}

/** What changed before a text that did not. */
const run = (text: string, gone: string, added: string): TextPart[] =>
  [
    { text: gone, change: 'gone' as const },
    { text: added, change: 'new' as const },
    { text, change: 'same' as const },
  ].filter((part) => part.text !== '')
