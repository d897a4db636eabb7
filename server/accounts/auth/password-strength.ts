/**
 * Whether a password is good enough. Length and how soon somebody would guess it, by zxcvbn with lists of leaked passwords,
 * names, words and known phrases and what we know of the person; no rule that digits or signs must be there. The lists come
 * with the product, so nothing of a password leaves it. NIST SP 800-63B §3.1.1.2, OWASP ASVS 6.2.
 */
import { PASSWORD_LENGTH } from '#domain/accounts/account'
import { KNOWN_PHRASES } from '#server/accounts/auth/known-phrases'

/** zxcvbn's score from 0 to 4. 4: 10^10 guesses or more. Word, year and sign ("Summer2026!!") take 10^8, which is 3. */
const LEAST_SCORE = 4

/** What a password has beside its owner's own words, or known phrases, in characters. zxcvbn lets two own words with a blank between pass. */
const LEAST_OTHERS = 8

const squash = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
const PHRASES = KNOWN_PHRASES.map(squash).toSorted((a, b) => b.length - a.length) // The longest of two that overlap goes first.

/** What is judged of a long one: each letter more costs time, and none makes it worse. */
const JUDGED = 32

type Judge = (password: string, own: string[]) => boolean
let judge: Promise<Judge> | undefined

/** What to do about it, or null. `own`: words that this person would think of first, whole addresses included. */
export async function judgePassword(password: string, own: string[]): Promise<string | null> {
  const { least, most } = PASSWORD_LENGTH
  const text = password.normalize('NFKC') // As it is hashed.
  const length = [...text].length
  if (length < least)
    return `Use at least ${least} characters. Three or four words that do not belong together are good.`
  if (length > most) return `Use at most ${most} characters`
  const known = own.flatMap((words) => [words, ...words.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
  const good =
    othersThan(known, text) >= LEAST_OTHERS &&
    othersThan(PHRASES, squash(text)) >= LEAST_OTHERS &&
    (await (judge ??= load()))([...text].slice(0, JUDGED).join(''), known)
  return good ? null : 'This one would be guessed soon. Add a word or two that do not belong together.'
}

/** How many characters of a text are left without these words. */
function othersThan(words: readonly string[], text: string): number {
  return [...words.reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), text.toLowerCase())].length
}

/**
 * The lists take some 20 MB and a fifth of a second, so they come with the first password. A check takes 5 to 40 ms, for
 * which every page waits: it runs once for each new password, of whom the limits per network let a few a minute through.
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
    return score >= LEAST_SCORE && !isDressedWord(sequence)
  }
}

type Part = { pattern: string; token: string; matchedWord?: string }

/** One known word with digits and signs around it, however many: "Photosynthesis1!", "!!Spring-2027", "$umm3r_2026". */
function isDressedWord(parts: Part[]): boolean {
  const words = new Set(parts.flatMap(({ matchedWord }) => matchedWord ?? []))
  return words.size === 1 && !parts.some(({ pattern, token }) => pattern === 'bruteforce' && /\p{L}/u.test(token))
}
