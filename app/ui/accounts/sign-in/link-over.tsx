import type { ReactNode } from 'react'
import * as m from '#messages/accounts'
import { AccountPage } from './account-page.tsx'

/** For an emailed link that has expired, was used or is unknown. `children` say how to get another. */
export function LinkOver({ children }: { children: ReactNode }) {
  return (
    <AccountPage title={m.linkOver()} lead={m.linkOverLead()}>
      <div className="grid gap-5">{children}</div>
    </AccountPage>
  )
}
