/**
 * Around every page, inside the frame of `root.tsx`. The error of a page is drawn in its place; header, footer and scripts of
 * the frame stay.
 */
import { isRouteErrorResponse, Outlet } from 'react-router'
import { DetectZone } from '../ui/time/detect-zone.tsx'
import { ErrorPage } from '../ui/layout/error-page.tsx'
import { KeptResults } from '../ui/browser/kept-answers.tsx'
import { UnansweredNotice } from '../ui/browser/unanswered-notice.tsx'
import type { Route } from './+types/page'

export default function Page() {
  return (
    <>
      <KeptResults>
        <Outlet />
      </KeptResults>
      <DetectZone />
      <UnansweredNotice lasting />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
      <UnansweredNotice lasting={false} />
    </>
  )
}
