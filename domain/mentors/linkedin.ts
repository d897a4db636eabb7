import { readWebAddress } from '#domain/web-address'

/** The address of a LinkedIn profile, safe as a link. Null for any other text. */
export function linkedinAddress(typed: string): string | null {
  const address = readWebAddress(typed)
  if (!address) return null
  const host = new URL(address).hostname.replace(/^www\./, '')
  return host === 'linkedin.com' || host.endsWith('.linkedin.com') ? address : null
}
