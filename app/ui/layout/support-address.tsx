import { useSite } from './site.ts'

/** The support address as a link. `fallback`: shown when the site's settings could not be loaded. */
export function SupportAddress({ fallback }: { fallback: string }) {
  const address = useSite()?.supportEmail
  if (!address) return fallback
  return (
    <a href={`mailto:${address}`} className="link wrap-anywhere">
      {address}
    </a>
  )
}
