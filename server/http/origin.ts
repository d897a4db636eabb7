/**
 * Whether a request that changes something comes from our own pages. Browsers say so in `Origin` with every such request; a
 * foreign or `null` one is refused, whatever it carries. Without one it is no browser: let in only without cookies, which
 * are all that another site could misuse. OWASP ASVS 5.0 V3.5.
 */
export function fromOurselves(request: Request, ownOrigin: string): boolean {
  if (/^(GET|HEAD|OPTIONS)$/.test(request.method)) return true
  const origin = request.headers.get('origin')
  if (origin !== null) return origin === ownOrigin
  return !request.headers.has('cookie')
}
