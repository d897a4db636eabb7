/**
 * Which addresses the server connects to because a user typed them: the rule against requests that could be aimed at a
 * private network. This part reads the text of an address; `server/platform/network/network.ts` checks where its host really is.
 */
import { err, ok, type Result } from '#domain/result'

export const MAX_ADDRESS_LENGTH = 2_048

export type AddressProblem = 'too_long' | 'malformed' | 'not_https' | 'userinfo' | 'port' | 'host'

/**
 * An https address at its usual port, without user name and password, with a host that is a name with a dot. URL's own
 * parser turns decimal, octal and hexadecimal spellings of an IP address into the usual one, so that all are refused as what
 * they are.
 */
export function readOutsideAddress(typed: string): Result<URL, AddressProblem> {
  const text = typed.trim()
  if (text.length > MAX_ADDRESS_LENGTH) return err('too_long')
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text) || /[\s\\]/.test(text) || !URL.canParse(text)) return err('malformed')
  const url = new URL(text)
  if (url.protocol !== 'https:') return err('not_https')
  if (url.username !== '' || url.password !== '') return err('userinfo')
  if (url.port !== '') return err('port')
  if (!isHostName(url.hostname)) return err('host')
  url.hash = ''
  return url.href.length > MAX_ADDRESS_LENGTH ? err('too_long') : ok(url)
}

/** A name with a dot. The last label of an IPv4 address is a number, an IPv6 address is in brackets. */
const isHostName = (host: string): boolean => /^[^[\]]+\.(?!\d+$)[^.[\]]+$/.test(host)
