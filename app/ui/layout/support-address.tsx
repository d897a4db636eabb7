import { useSite } from './site.ts'

/** The address that people write to for help, as a link. "us" where the site's settings are not known. */
export function SupportAddress() {
  const address = useSite()?.supportEmail
  if (!address) return 'us'
  return (
    <a href={`mailto:${address}`} className="link wrap-anywhere">
      {address}
    </a>
  )
}
