/**
 * Whether a password is good enough. Length and how soon somebody would guess it, by zxcvbn with lists of common passwords,
 * names and words and what we know of the person; no rule about digits or signs. NIST SP 800-63B §3.1.1.2, OWASP ASVS 6.2.
 */
import { PASSWORD_LENGTH } from '#domain/account'

/** zxcvbn's score from 0 to 4. 3: some 10^8 guesses, beyond what a limited sign-in or a stolen hash in scrypt gives up. */
const LEAST_SCORE = 3

/** What a password has beside its owner's own words, in characters. zxcvbn lets two of them with a blank between pass. */
const LEAST_OTHERS = 8

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
  const others = known.reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), text.toLowerCase())
  const good =
    [...others].length >= LEAST_OTHERS && (await (judge ??= load()))([...text].slice(0, JUDGED).join(''), known)
  return good ? null : 'This one would be guessed soon. Add a word or two that do not belong together.'
}

/** The lists take some 20 MB, so they come with the first password. */
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
  return (password, own) => zxcvbn.check(password, own).score >= LEAST_SCORE
}
