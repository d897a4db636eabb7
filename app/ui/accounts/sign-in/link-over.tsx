import type { ReactNode } from 'react'
import { AccountPage } from './account-page.tsx'

/** For an emailed link that has expired, was used or is unknown. `children` say how to get another. */
export function LinkOver({ children }: { children: ReactNode }) {
  return (
    <AccountPage title="This link no longer works" lead="It was already used, has expired, or is incomplete.">
      <div className="grid gap-5">{children}</div>
    </AccountPage>
  )
}
