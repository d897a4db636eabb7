/**
 * Whether a password is good enough: its length, and how soon it would be guessed, by zxcvbn with lists of leaked
 * passwords, names, words, known phrases and what we know about the person. There is no rule about digits or symbols.
 * The lists are part of the product, so no password leaves it. NIST SP 800-63B §3.1.1.2, OWASP ASVS 6.2.
 */
import { PASSWORD_LENGTH } from '#domain/accounts/account'
import { KNOWN_PHRASES } from '#server/accounts/auth/known-phrases'
import * as m from '#messages/forms'

/** zxcvbn's score from 0 to 4. 4: 10^10 guesses or more. Word, year and sign ("Summer2026!!") take 10^8, which is 3. */
const MIN_SCORE = 4

/**
 * Characters besides the owner's own words, or known phrases. zxcvbn accepts two own words with a space between them.
 */
const MIN_OTHER_CHARACTERS = 8

const squash = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
const PHRASES = KNOWN_PHRASES.map(squash).toSorted((a, b) => b.length - a.length) // The longest of two that overlap goes first.

/** Only this much is judged: every further character costs time, and none makes a password worse. */
const JUDGED_CHARACTERS = 32

type Judge = (password: string, own: string[]) => boolean
let judge: Promise<Judge> | undefined

/**
 * A sentence about what to do, or null if it is good enough. `own`: the person's own words, such as name and address.
 */
export async function judgePassword(password: string, own: string[]): Promise<string | null> {
  const { min, max } = PASSWORD_LENGTH
  const text = password.normalize('NFKC') // As it is hashed.
  const length = [...text].length
  if (length < min) return m.passwordTooShort({ min })
  if (length > max) return m.passwordTooLong({ max })
  const known = own.flatMap((words) => [words, ...words.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
  const good =
    charactersBeside(known, text) >= MIN_OTHER_CHARACTERS &&
    charactersBeside(PHRASES, squash(text)) >= MIN_OTHER_CHARACTERS &&
    (await (judge ??= load()))([...text].slice(0, JUDGED_CHARACTERS).join(''), known)
  return good ? null : m.passwordGuessable()
}

/** How many characters of a text are not part of these words. */
function charactersBeside(words: readonly string[], text: string): number {
  return [...words.reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), text.toLowerCase())].length
}

/**
 * The lists take about 20 MB and 200 ms, so they are loaded with the first password. A check blocks the process for 5
 * to 40 ms; it runs once per new password, and the limits per network allow a few of those per minute.
 */
async function load(): Promise<Judge> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  })
  return (password, own) => {
    const { score, sequence } = zxcvbn.check(password, own)
    return score >= MIN_SCORE && !isDressedWord(sequence)
  }
}

type Part = { pattern: string; token: string; matchedWord?: string }

/** One known word with digits and signs around it, however many: "Photosynthesis1!", "!!Spring-2027", "$umm3r_2026". */
function isDressedWord(parts: Part[]): boolean {
  const words = new Set(parts.flatMap(({ matchedWord }) => matchedWord ?? []))
  return words.size === 1 && !parts.some(({ pattern, token }) => pattern === 'bruteforce' && /\p{L}/u.test(token))
}
