import { ButtonLink } from './button.tsx'
import { PageHead } from './page-head.tsx'
import { useSite } from './site.ts'

/** What a visitor reads when there is no such page, or when a page failed. Says nothing of the inside. */
export function ErrorPage({ missing }: { missing: boolean }) {
  const site = useSite()
  const title = missing ? 'Page not found' : 'Something went wrong'
  return (
    <div className="page grid justify-items-start gap-5 py-16 md:py-24">
      <PageHead title={title} />
      <h1 className="text-3xl md:text-4xl">{title}</h1>
      <p className="max-w-xl text-lg text-ink-2">
        {missing
          ? 'Nothing is charted at this address. The page may have moved, or the mentor may no longer take bookings.'
          : 'The fault is ours, and nothing was charged by opening this page. Try again in a minute.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          Home
        </ButtonLink>
      </div>
      {site && (
        <p className="text-ink-2">
          Still stuck? Write to{' '}
          <a href={`mailto:${site.supportEmail}`} className="link">
            {site.supportEmail}
          </a>
          .
        </p>
      )}
    </div>
  )
}
