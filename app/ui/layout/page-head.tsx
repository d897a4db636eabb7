import * as m from '#messages/site'
import { listHreflangs, pathIn } from '#words/local-path'
import { currentTag } from '../../../messages/runtime.ts'
import { useSite } from './site.ts'

type PageHeadProps = {
  /** Without the site's name. If absent: the site's name and purpose. */
  title?: string
  description?: string
  /** The canonical address: "/mentors/ada-lovelace". Without it the page is not indexed. */
  path?: string
  /** One of many views of the page at `path`: not indexed, though its links are followed. */
  view?: boolean
  /** The path of the preview picture of a page about a person. */
  profilePicture?: string
}

/**
 * Title, description, canonical address and link preview. React moves them into the head. The preview is for programs that read
 * a document and nothing after it, so its code is kept out of the browser's script.
 */
export function PageHead({ title, description, path, view, profilePicture }: PageHeadProps) {
  const site = useSite()
  const name = site?.name ?? 'Landfall'
  return (
    <>
      <title>{title ? `${title} · ${name}` : `${name} · ${m.purpose()}`}</title>
      {description && <meta name="description" content={description} />}
      {path && site && <link rel="canonical" href={site.origin + pathIn(currentTag(), path)} />}
      {import.meta.env.SSR && path && site && (
        <>
          {!view && site.languages && <Alternates origin={site.origin} tags={site.languages} path={path} />}
          <meta property="og:url" content={site.origin + pathIn(currentTag(), path)} />
          <meta property="og:site_name" content={name} />
          <meta property="og:locale" content={formatOpenGraphLocale(currentTag())} />
          <meta property="og:type" content={profilePicture ? 'profile' : 'website'} />
          <meta property="og:title" content={title ?? m.purpose()} />
          {description && <meta property="og:description" content={description} />}
          <meta property="og:image" content={`${site.origin}${profilePicture ?? '/preview.png'}`} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={title ?? m.purpose()} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {(!path || !site || view) && <meta name="robots" content="noindex" />}
    </>
  )
}

/** The same page in the other languages, for search engines; English for readers of all others. */
function Alternates({ origin, tags, path }: { origin: string; tags: string[]; path: string }) {
  return (
    <>
      {listHreflangs(tags).map(([hreflang, tag]) => (
        <link key={hreflang} rel="alternate" hrefLang={hreflang} href={origin + pathIn(tag, path)} />
      ))}
      {tags
        .filter((tag) => tag !== currentTag())
        .map((tag) => (
          <meta key={tag} property="og:locale:alternate" content={formatOpenGraphLocale(tag)} />
        ))}
    </>
  )
}

const openGraphLocales = new Map<string, string>() // By tag: finding them takes a fiftieth of the time of a page.

/** The form that Open Graph has: language and country, "pt_BR". */
function formatOpenGraphLocale(tag: string): string {
  const known = openGraphLocales.get(tag)
  if (known) return known
  const { language, region } = new Intl.Locale(tag).maximize()
  openGraphLocales.set(tag, `${language}_${region}`)
  return `${language}_${region}`
}
