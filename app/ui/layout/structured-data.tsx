/**
 * What a page is about, in terms of schema.org, for search engines. It states only what the page shows.
 * `import.meta.env.SSR` keeps the code that builds it out of the browser's script.
 */
import { useState, useSyncExternalStore } from 'react'
import { spellAmount } from '#domain/payments/money'
import { pathIn } from '#words/local-path'
import { currentTag } from '../../../messages/runtime.ts'
import { listFaqItems } from '../home/faq-items.ts'
import type { MentorView } from '../mentors/mentor-view.ts'
import { useSite, type Site } from './site.ts'

type Fact = string | Fact[] | Facts
type Facts = { [name: string]: Fact }

/** The publisher and the site's search. For the home page only. */
export function SiteData() {
  return <DataBlock of={import.meta.env.SSR && ((site) => ({ '@graph': [organization(site), website(site)] }))} />
}

export function FaqData() {
  return <DataBlock of={import.meta.env.SSR && faqPage} />
}

/** Without the rating: schema.org rates no persons, and search engines penalise it. */
export function MentorData({ mentor }: { mentor: MentorView }) {
  return <DataBlock key={mentor.slug} of={import.meta.env.SSR && ((site) => profilePage(site, mentor))} />
}

type ListDataProps = {
  /** From the outside in, the page itself last. */
  crumbs: { label: string; to: string }[]
  /** In the order of the page. */
  mentors: { slug: string; name: string }[]
}

/** A page that lists mentors, with its breadcrumb. */
export function ListData({ crumbs, mentors }: ListDataProps) {
  const path = crumbs.at(-1)?.to ?? ''
  return <DataBlock key={path} of={import.meta.env.SSR && ((site) => listPage(site, { crumbs, mentors }))} />
}

/**
 * Only in the server's HTML, which crawlers read: Trusted Types let no script element be made in the browser, not even one
 * that holds data. After hydration the server's text stays.
 */
function DataBlock({ of }: { of: false | ((site: Site) => Facts) }) {
  const site = useSite()
  const inHtml = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [text] = useState(() => (inHtml && site ? (of ? write(of(site)) : '') : null))
  if (text === null) return null
  return (
    <script type="application/ld+json" suppressHydrationWarning>
      {text}
    </script>
  )
}

const never = () => () => {}

/** JSON without `<`, so that no text can end the script element or open a comment. */
export function write(facts: Facts): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...facts }).replaceAll('<', String.raw`\u003c`)
}

/** The address of a page in the language of this one. */
const addressOf = (site: Site, path: string) => site.origin + pathIn(currentTag(), path)

const organization = (site: Site) => ({
  '@type': 'Organization',
  '@id': `${site.origin}/#organization`,
  name: site.name,
  url: `${site.origin}/`,
  logo: `${site.origin}/icon-512.png`,
  email: site.supportEmail,
})

const website = (site: Site) => ({
  '@type': 'WebSite',
  '@id': `${addressOf(site, '/')}#website`,
  name: site.name,
  url: addressOf(site, '/'),
  inLanguage: currentTag(),
  publisher: { '@id': `${site.origin}/#organization` },
  potentialAction: {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: addressOf(site, '/mentors?q={search_term_string}') },
    'query-input': 'required name=search_term_string',
  },
})

const faqPage = ({ currencies }: Site) => ({
  '@type': 'FAQPage',
  mainEntity: listFaqItems(currencies).map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

function profilePage(site: Site, mentor: MentorView) {
  const url = addressOf(site, `/mentors/${mentor.slug}`)
  const { linkedin } = mentor
  const knowsAbout = [...mentor.helpWith, ...mentor.topics]
  return {
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': 'Person',
      '@id': `${url}#person`,
      name: mentor.name,
      ...readWork(mentor.role),
      ...(mentor.about && { description: mentor.about }),
      ...(mentor.picture && { image: `${site.origin}/pictures/${mentor.picture}/768.webp` }),
      ...(linkedin && { sameAs: [linkedin] }),
      homeLocation: { '@type': 'Place', name: mentor.location },
      knowsLanguage: mentor.languages,
      ...(knowsAbout.length > 0 && { knowsAbout }),
      ...(mentor.university && { alumniOf: { '@type': 'CollegeOrUniversity', name: mentor.university } }),
      ...(mentor.sessions.length > 0 && {
        makesOffer: mentor.sessions.map((session) => ({
          '@type': 'Offer',
          url: `${url}/book?session=${session.id}`,
          price: spellAmount(session.amount, mentor.currency),
          priceCurrency: mentor.currency,
          itemOffered: {
            '@type': 'Service',
            name: session.title,
            ...(session.description && { description: session.description }),
          },
        })),
      }),
    },
  }
}

const listPage = (site: Site, { crumbs, mentors }: ListDataProps): Facts => ({
  '@graph': [
    {
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map(({ label, to }, index) => ({
        '@type': 'ListItem',
        position: String(index + 1),
        name: label,
        item: addressOf(site, to),
      })),
    },
    {
      '@type': 'ItemList',
      itemListElement: mentors.map(({ slug, name }, index) => ({
        '@type': 'ListItem',
        position: String(index + 1),
        name,
        url: addressOf(site, `/mentors/${slug}`),
      })),
    },
  ],
})

/** "Data Scientist, NHS England" is a title and an employer. "Electrician, own firm" names no employer. */
export function readWork(role: string): { jobTitle: string; worksFor?: { '@type': string; name: string } } {
  const [, title, employer] = /^([^,]+), (\p{Lu}[^,]*)$/u.exec(role) ?? []
  return title && employer
    ? { jobTitle: title, worksFor: { '@type': 'Organization', name: employer } }
    : { jobTitle: role }
}

/** "45.00" */
