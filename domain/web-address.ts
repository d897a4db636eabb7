/** Addresses of pages that people type, to be shown as links. */

const MAX_LENGTH = 2_048 // Characters: what browsers and servers are known to take.

/**
 * The address in its normal form; null if it is not safe as a link. Only https, on a host with a dot that is a name and
 * not a number, and without a user name or password, which can make a link look like another site's.
 */
export function readWebAddress(typed: string): string | null {
  if (typed.length > MAX_LENGTH || !URL.canParse(typed)) return null
  const url = new URL(typed)
  const { protocol, hostname, username, password } = url
  const isName = hostname.includes('.') && !/^[\d.]+$/.test(hostname) && !hostname.startsWith('[')
  return protocol === 'https:' && isName && !username && !password && url.href.length <= MAX_LENGTH ? url.href : null
}
