/**
 * Keeps the answer to a form on its page. React Router drops it whenever the data of the page are loaded again, which happens
 * by itself: once on a first visit, when the visitor's time zone is known, and when somebody signs in in another tab.
 */
import { use, useState, type ReactNode } from 'react'
import { UNSAFE_DataRouterDataContext as DataContext, useLocation } from 'react-router'

/** Around the pages. An answer lasts until the next navigation; a form that is sent again is one. */
export function KeptAnswers({ children }: { children: ReactNode }) {
  const data = use(DataContext)!
  const { key } = useLocation()
  const [kept, setKept] = useState({ key, actionData: data.actionData })
  const actionData = data.actionData ?? (kept.key === key ? kept.actionData : null)
  if (kept.key !== key || kept.actionData !== actionData) setKept({ key, actionData })
  return <DataContext value={{ ...data, actionData }}>{children}</DataContext>
}
