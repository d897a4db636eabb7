/**
 * False for a request that changes something and does not come from our own pages. Browsers send `Origin` with every
 * such request; a foreign or `null` one is refused. A request without `Origin` is not from a browser: it is allowed if
 * it has no cookies, which are all that another site could misuse. OWASP ASVS 5.0 V3.5.
 */
export function isSameOrigin(request: Request, ownOrigin: string): boolean {
  if (/^(GET|HEAD|OPTIONS)$/.test(request.method)) return true
  const origin = request.headers.get('origin')
  if (origin !== null) return origin === ownOrigin
  return !request.headers.has('cookie')
}
