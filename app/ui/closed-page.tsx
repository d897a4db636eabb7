import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import { PageHead } from './page-head.tsx'
import { ProsePage } from './prose.tsx'

/** A page for people with an account, while there are no accounts: it says so, and reads nothing. */
export function ClosedPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ProsePage title={title} lead={children}>
      <PageHead title={title} />
      <div className="mt-8">
        <ButtonLink to="/" variant="secondary">
          Home
        </ButtonLink>
      </div>
    </ProsePage>
  )
}
