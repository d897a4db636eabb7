/** /faq, the specification's /Faq — the same five questions as on the home page. */
import * as m from '#messages/site'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Faq } from '../../../ui/home/faq.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { ProsePage } from '../../../ui/layout/prose.tsx'
import { useSite } from '../../../ui/layout/site.ts'
import { FaqData } from '../../../ui/layout/structured-data.tsx'
import { rich } from '../../../ui/rich.tsx'
import { SupportAddress } from '../../../ui/layout/support-address.tsx'

export default function FaqPage() {
  const site = useSite()
  return (
    <ProsePage title={m.faqTitle()} lead={m.faqLead()}>
      <PageHead title={m.faq()} description={m.faqDescription()} path="/faq" />
      <FaqData />
      <div className="mt-8 max-w-4xl">
        <Faq />
      </div>
      <div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to="/mentors">{m.findMentor()}</ButtonLink>
        {site && (
          <p className="text-ink-2">
            {rich(m.somethingElse({ address: (text) => <SupportAddress fallback={text} /> }))}
          </p>
        )}
      </div>
    </ProsePage>
  )
}
