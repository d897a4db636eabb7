/** What must be secret and stay the same from one start to the next. A demo makes its own, beside its data; live is given it. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The secret in `folder`, made at the first start and readable by its owner only. Two processes that start at once get one. */
export async function keepSecret(folder: string): Promise<string> {
  const file = join(folder, 'auth-secret')
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known === null) {
    await mkdir(folder, { recursive: true })
    const draft = `${file}.${randomBytes(6).toString('hex')}`
    await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    // A whole file appears under the name, or the one that is there already stays.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(draft)
  }
  const secret = (known ?? (await readFile(file, 'utf8'))).trim()
  if (secret.length < 32) throw new Error(`${file} holds no secret. Remove it, and everybody signs in again.`)
  return secret
}

/**
 * Whether somebody could guess a secret of 32 characters or more, as far as its letters tell: too few different ones, a run
 * or a stretch that comes again, or words. Of 1,000 that a machine made, one at most is taken for such a one.
 */
export function isGuessable(secret: string): boolean {
  const characters = [...secret]
  if (new Set(characters).size < LEAST_DIFFERENT) return true
  const codes = characters.map((character) => character.codePointAt(0)!)
  const runs = codes.filter((code, at) => at > 0 && Math.abs(code - codes[at - 1]!) <= 1) // "aaa", "1234", "fedc".
  if (runs.length > secret.length / 2) return true
  for (let at = 0; at + STRETCH <= secret.length; at += 1) {
    if (secret.includes(secret.slice(at, at + STRETCH), at + 1)) return true
  }
  if (/^[\da-f]+$/i.test(secret)) return false // Hexadecimal: its few letters make many pairs that words have as well.
  const pairs = secret.toLowerCase().match(/(?<=([a-z]))[a-z]/g)?.length ?? 0
  const usual = secret.toLowerCase().match(USUAL)?.length ?? 0
  return pairs >= LEAST_PAIRS && usual > pairs * USUAL_SHARE
}

const LEAST_DIFFERENT = 10 // Characters. 32 random hexadecimal digits have 9 or fewer different ones once in 10,000 times.
const STRETCH = 8 // Characters. Random ones of 4 bits each come again once in 10^7 times.
const LEAST_PAIRS = 10 // Neighbouring letters: from fewer nothing can be said.

/** The pairs of letters that half of all English text and the rows of a keyboard consist of; of random letters some 10 % are. */
const USUAL = new RegExp(
  '(?=th|he|in|er|an|re|on|at|en|nd|ti|es|or|te|of|ed|is|it|al|ar|st|to|nt|ng|se|ha|as|ou|io|le|ve|co|me|de|hi|ri|ro|ic|ne|ea|ra|ce|qw|we|rt|ty|ui|op|sd|df|fg|gh|hj|jk|kl|zx|xc|cv|vb|bn|nm)',
  'g',
)
const USUAL_SHARE = 0.38
