/** Which requests count as a view of a mentor's page. */
import { isbot } from 'isbot'
import { splitLanguage } from '#server/platform/language/language-path'

/** As a document, or as the data for the browser's router. */
const PROFILE = /^\/mentors\/([a-z0-9]+(?:-[a-z0-9]+)*)(\.data)?$/

/**
 * The slug of the mentor whose page a person looks at by this request. Null for everything else: crawlers, what a
 * browser fetches in case its reader wants it, and data that the page itself loads anew.
 */
export function viewedProfile(request: Request, pathname: string): string | null {
  const [, slug = null, isData] = PROFILE.exec(pathname) ?? []
  if (!slug || request.method !== 'GET') return null
  const { headers } = request
  const userAgent = headers.get('user-agent')
  if (!userAgent || isbot(userAgent) || /prefetch|preview/.test(headers.get('sec-purpose') ?? '')) return null
  return isData && parsePath(headers.get('referer')) === `/mentors/${slug}` ? null : slug
}

function parsePath(address: string | null): string | null {
  return address && URL.canParse(address) ? splitLanguage(new URL(address).pathname).path : null
}
