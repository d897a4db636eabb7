/** Behind the link that confirms what a code pays for in full: the hold had expired, and the code is used up by now. */
import type { ReactNode } from 'react'
import * as m from '#messages/discounts'
import { ResultPage } from '../bookings/results/result-page.tsx'

/** `children`: what it was about, and the way to book again. */
export function UsedUpPage({ children }: { children: ReactNode }) {
  return (
    <ResultPage title={m.usedUpTitle()} finished={false}>
      <p className="text-lg">{m.usedUpText()}</p>
      {children}
    </ResultPage>
  )
}
