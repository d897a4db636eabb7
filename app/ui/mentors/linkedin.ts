/** The address of a LinkedIn profile, safe as a link. Null for any other text. */
export function linkedinAddress(typed: string): string | null {
  if (!URL.canParse(typed)) return null
  const url = new URL(typed)
  const host = url.hostname.replace(/^www\./, '')
  const theirs = host === 'linkedin.com' || host.endsWith('.linkedin.com')
  return url.protocol === 'https:' && theirs && !url.username && !url.password ? url.href : null
}
