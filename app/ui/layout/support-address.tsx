import { useSite } from './site.ts'

/** The support address as a link. "us" when the site's settings could not be loaded. */
export function SupportAddress() {
  const address = useSite()?.supportEmail
  if (!address) return 'us'
  return (
    <a href={`mailto:${address}`} className="link wrap-anywhere">
      {address}
    </a>
  )
}
