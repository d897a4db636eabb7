/**
 * Email addresses that are probably mistyped: "ada@gmial.com". Only well-known providers are guessed, and only from a slip of
 * one letter, so that correct addresses of smaller ones are hardly ever questioned. The libraries for this are no longer kept
 * (mailcheck) or compare every domain and its ending with what is popular, and so question addresses such as ada@firm.co.
 */

/** Names whose .com has many mailboxes, and which are long enough that a slip is no other name. */
const PROVIDERS = ['gmail', 'googlemail', 'hotmail', 'outlook', 'yahoo', 'icloud', 'protonmail', 'rediffmail']

/** Real names that look like a slip of one of those. */
const REAL = new Set(['mail', 'email', 'ymail', 'fmail', 'qmail', 'rmail', 'tmail', 'zmail', 'gmal', 'yahoos', 'cloud'])

/** Their endings other than .com. */
const ENDINGS = new Set([
  'co.uk',
  'co.in',
  'co.jp',
  'co.id',
  'co.nz',
  'com.au',
  'com.br',
  'in',
  'fr',
  'de',
  'it',
  'es',
  'ca',
])

const SLIPS_OF_COM = new Set([
  'co',
  'cm',
  'om',
  'con',
  'cim',
  'cpm',
  'vom',
  'xom',
  'cmo',
  'ocm',
  'comm',
  'coom',
  'ccom',
])

/** The address that is probably meant; null if this one looks right. */
export function likelyAddress(address: string): string | null {
  const [, local, domain = ''] = /^(.+)@([^@]+)$/.exec(address.trim()) ?? []
  const [, name = '', ending = ''] = /^([^.]+)\.(.+)$/.exec(domain.toLowerCase()) ?? []
  if (!local || name === '') return null
  const meantEnding = SLIPS_OF_COM.has(ending) ? 'com' : ending
  if (meantEnding !== 'com' && !ENDINGS.has(ending)) return null
  const provider = PROVIDERS.includes(name) ? name : REAL.has(name) ? null : PROVIDERS.find((one) => isSlip(name, one))
  if (!provider || (provider === name && meantEnding === ending)) return null
  return `${local}@${provider}.${meantEnding}`
}

/** One letter more, less or wrong, or two that changed places. */
function isSlip(typed: string, meant: string): boolean {
  let start = 0
  while (start < meant.length && typed[start] === meant[start]) start += 1
  const [rest, meantRest] = [typed.slice(start), meant.slice(start)]
  return (
    rest.slice(1) === meantRest ||
    rest === meantRest.slice(1) ||
    rest.slice(1) === meantRest.slice(1) ||
    (rest.length > 1 && rest[1]! + rest[0]! + rest.slice(2) === meantRest)
  )
}
