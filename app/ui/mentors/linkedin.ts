/** The address of a LinkedIn profile as it may stand on a page; null for anything else somebody typed there. */
export function linkedinAddress(typed: string): string | null {
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  const host = url.hostname.replace(/^www\./, '')
  const theirs = host === 'linkedin.com' || host.endsWith('.linkedin.com')
  return url.protocol === 'https:' && theirs && !url.username && !url.password ? url.href : null
}
