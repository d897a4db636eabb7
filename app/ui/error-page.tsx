import { ButtonLink } from './button.tsx'
import { PageHead } from './page-head.tsx'
import { useSite } from './site.ts'

/** What a visitor reads when there is no such page, or when a page failed. Says nothing of the inside. */
export function ErrorPage({ missing }: { missing: boolean }) {
  const site = useSite()
  const title = missing ? 'Page not found' : 'Something went wrong'
  return (
    <div className="page py-8 md:py-12">
      <PageHead title={title} />
      <div className="graticule line grid rounded-card px-4.5 py-10 md:px-10 md:py-20">
        <div className="line grid max-w-xl justify-items-start gap-4 bg-deep p-6 md:p-8">
          <p className="font-place text-lg text-magenta italic">{missing ? 'Uncharted water' : 'Aground'}</p>
          <h1 className="text-3xl md:text-4xl">{title}</h1>
          <p className="text-lg text-ink-2">
            {missing
              ? 'Nothing is charted at this address. The page may have moved, or the mentor may no longer take bookings.'
              : 'The fault is ours, and nothing was charged by opening this page. Try again in a minute.'}
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
            <ButtonLink to="/" variant="secondary">
              Home
            </ButtonLink>
          </div>
          {site && (
            <p className="text-ink-2">
              Still stuck? Write to{' '}
              <a href={`mailto:${site.supportEmail}`} className="link wrap-anywhere">
                {site.supportEmail}
              </a>
              .
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
