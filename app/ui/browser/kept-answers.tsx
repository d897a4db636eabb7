/**
 * Keeps the answer to a form on its page. React Router drops it whenever the data of the page are loaded again, which happens
 * by itself: on a first visit, once the visitor's time zone is known.
 */
import { use, useState, type ReactNode } from 'react'
import { UNSAFE_DataRouterDataContext as DataContext, useLocation } from 'react-router'
import { useSite } from '../layout/site.ts'

/**
 * Around the pages. An answer lasts until the next navigation (a form that is sent again is one), and is shown to no one
 * but its own reader, since another account may sign in in another tab.
 */
export function KeptResults({ children }: { children: ReactNode }) {
  const data = use(DataContext)!
  const { key } = useLocation()
  const reader = useSite()?.session?.reader
  const [kept, setKept] = useState({ key, reader, actionData: data.actionData })
  const isSame = kept.key === key && kept.reader === reader
  const actionData = data.actionData ?? (isSame ? kept.actionData : null)
  if (!isSame || kept.actionData !== actionData) setKept({ key, reader, actionData })
  return <DataContext value={{ ...data, actionData }}>{children}</DataContext>
}
