/** The secret that signs sessions. A demo generates its own beside its data; a live site gets it as a setting. */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '#server/platform/make-folder'
import * as m from '#messages/operators'

/**
 * The secret in `folder`, generated at the first start, readable by its owner only. Concurrent starts get the same one.
 */
export async function keepSecret(folder: string): Promise<string> {
  const file = join(folder, 'auth-secret')
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known === null) {
    await makeFolder(folder)
    const draft = `${file}.${randomBytes(6).toString('hex')}`
    await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    // Atomic: either the whole file appears under the name, or an existing one stays.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(draft)
  }
  const secret = (known ?? (await readFile(file, 'utf8'))).trim()
  if (secret.length < 32) throw new Error(m.secretLost({ file }))
  return secret
}

/** What secrets that nothing stores are made for. Each has a key of its own, so that none opens what another does. */
type SecretUse =
  | 'booking link'
  | 'calendar feed'
  | 'checkout'
  | 'discount code'
  | 'meeting room'
  | 'payee'
  | 'payer link'
  | 'payment link'
  | 'tax details'
  | 'waiting list'
  | 'webhook'

/** The secret for a text, 256 bits as 43 letters of base64url: always the same one, and not to be guessed without ours. */
export type SecretFor = (use: SecretUse, text: string) => string

/** `secret`: of at least 32 characters (RFC 5869, RFC 2104). */
export function secretMaker(secret: string): SecretFor {
  const keyFor = (use: SecretUse) => Buffer.from(hkdfSync('sha256', secret, '', `landfall ${use}`, 32))
  const keys = new Map<SecretUse, Buffer>()
  return (use, text) => {
    const key = keys.get(use) ?? keyFor(use)
    keys.set(use, key)
    return createHmac('sha256', key).update(text).digest('base64url')
  }
}

/**
 * Whether a secret of 32 characters or more looks guessable: few different characters, runs such as "1234", a repeated
 * stretch, or words. At most one of 1,000 random secrets is called guessable.
 */
export function isGuessable(secret: string): boolean {
  const characters = [...secret]
  if (new Set(characters).size < MIN_DIFFERENT) return true
  const codes = characters.map((character) => character.codePointAt(0)!)
  const runs = codes.filter((code, at) => at > 0 && Math.abs(code - codes[at - 1]!) <= 1) // "aaa", "1234", "fedc".
  if (runs.length > secret.length / 2) return true
  for (let at = 0; at + STRETCH <= secret.length; at += 1) {
    if (secret.includes(secret.slice(at, at + STRETCH), at + 1)) return true
  }
  if (/^[\da-f]+$/i.test(secret)) return false // The few letters of hexadecimal make many pairs that words have too.
  const pairs = secret.toLowerCase().match(/(?<=([a-z]))[a-z]/g)?.length ?? 0
  const common = secret.toLowerCase().match(COMMON_PAIR)?.length ?? 0
  return pairs >= MIN_PAIRS && common > pairs * MAX_COMMON_SHARE
}

const MIN_DIFFERENT = 10 // Characters. 32 random hexadecimal digits have 9 or fewer different ones once in 10,000 cases.
const STRETCH = 8 // Characters. A random stretch of 4-bit digits repeats once in 10^7 cases.
const MIN_PAIRS = 10 // Of neighbouring letters. Fewer say nothing.

/**
 * The letter pairs that make up half of English text, and those of keyboard rows. About 10 % of random pairs are among
 * them.
 */
const COMMON_PAIR = new RegExp(
  '(?=th|he|in|er|an|re|on|at|en|nd|ti|es|or|te|of|ed|is|it|al|ar|st|to|nt|ng|se|ha|as|ou|io|le|ve|co|me|de|hi|ri|ro|ic|ne|ea|ra|ce|qw|we|rt|ty|ui|op|sd|df|fg|gh|hj|jk|kl|zx|xc|cv|vb|bn|nm)',
  'g',
)
const MAX_COMMON_SHARE = 0.38
