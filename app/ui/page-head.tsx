import { useSite } from './site.ts'

type PageHeadProps = {
  /** What this page is, without the site's name. Absent: the site's name and what it is for. */
  title?: string
  description?: string
  /** The one address this page is known by: "/mentors/ada-lovelace". Absent: it is for nobody's index. */
  path?: string
}

/** Title, description and canonical address. React moves them into the head. */
export function PageHead({ title, description, path }: PageHeadProps) {
  const site = useSite()
  const name = site?.name ?? 'Landfall'
  return (
    <>
      <title>{title ? `${title} · ${name}` : `${name} · Talk to someone who has already made the crossing`}</title>
      {description && <meta name="description" content={description} />}
      {path && site ? (
        <link rel="canonical" href={`${site.origin}${path}`} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  )
}
