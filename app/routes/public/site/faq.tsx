/** /faq, the specification's /Faq — the same five questions as on the home page. */
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Faq } from '../../../ui/home/faq.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { ProsePage } from '../../../ui/layout/prose.tsx'
import { useSite } from '../../../ui/layout/site.ts'
import { FaqData } from '../../../ui/layout/structured-data.tsx'

export default function FaqPage() {
  const site = useSite()
  return (
    <ProsePage title="Questions and answers" lead="Questions people ask before they book.">
      <PageHead
        title="FAQ"
        description="How long sessions are, how refunds work, whose time zone you see and how you pay."
        path="/faq"
      />
      <FaqData />
      <div className="mt-8 max-w-4xl">
        <Faq />
      </div>
      <div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
        {site && (
          <p className="text-ink-2">
            Something else? Write to{' '}
            <a href={`mailto:${site.supportEmail}`} className="link">
              {site.supportEmail}
            </a>
            .
          </p>
        )}
      </div>
    </ProsePage>
  )
}
