import { lazy, useEffect, useRef, type ComponentType } from 'react'
import { useLocation } from 'react-router'
import * as m from '#messages/site'
import { useHydrated } from '../browser/hydrated.ts'
import { useLoadDocument } from '../browser/load-document.ts'
import { isPlainClick } from '../browser/plain-click.ts'
import { ButtonLink } from '../controls/button.tsx'
import { CONTENT } from './focus-page.tsx'
import { PageHead } from './page-head.tsx'
import { useSite } from './site.ts'
import { rich } from '../rich.tsx'
import { SupportAddress } from './support-address.tsx'

type Message = { mark: string; title: string; text: string; ways: { label: string; to: string }[] }

const listPublicWays = () => [
  { label: m.findMentor(), to: '/mentors' },
  { label: m.home(), to: '/' },
]

/** By status. Any other status is a fault of ours. */
const MESSAGES: Record<number, () => Message> = {
  403: () => ({
    mark: m.closedWater(),
    title: m.adminsOnly(),
    text: m.adminsOnlyText(),
    ways: [
      { label: m.myAccount(), to: '/account' },
      { label: m.home(), to: '/' },
    ],
  }),
  404: () => ({
    mark: m.unchartedWater(),
    title: m.pageNotFound(),
    text: m.pageNotFoundText(),
    ways: [...listPublicWays(), { label: m.crossings(), to: '/crossings' }],
  }),
}

const describeFault = (): Message => ({
  mark: m.aground(),
  title: m.somethingWentWrong(),
  text: m.ourFault(),
  ways: listPublicWays(),
})

/** Its script is fetched when it is needed, as every page names that of this one. A page that lacks it has its words. */
const Uncharted = lazy((): Promise<{ default: ComponentType }> =>
  import('./uncharted.tsx').then(
    (loaded) => ({ default: loaded.Uncharted }),
    () => ({ default: () => null }),
  ),
)

/** For a page that does not exist, that is forbidden or that failed. It reveals nothing internal. */
export function ErrorPage({ status }: { status: number }) {
  const site = useSite()
  const { pathname, search } = useLocation()
  const { isLoading, load } = useLoadDocument()
  useFocusIfLost()
  const { mark, title, text, ways } = (MESSAGES[status] ?? describeFault)()
  return (
    <div className="page-body">
      <PageHead title={title} />
      <div className={`graticule error-panel ${status === 404 ? 'error-panel-chart' : ''}`}>
        <div className="line grid max-w-xl justify-items-start gap-4 bg-deep p-6 md:p-8">
          <p className="font-place text-lg text-magenta italic">{mark}</p>
          <h1 className="page-title">{title}</h1>
          <p className="lead">{text}</p>
          {status === 404 && <Uncharted />}
          <div className="mt-2 button-row">
            {!MESSAGES[status] && (
              // As a whole document, since a script from before the last release may have failed.
              <ButtonLink
                to={pathname + search}
                reloadDocument
                onClick={(event) => {
                  if (!isPlainClick(event)) return
                  event.preventDefault()
                  load(pathname + search)
                }}
              >
                {isLoading ? m.trying() : m.tryAgain()}
              </ButtonLink>
            )}
            {ways.map(({ label, to }, index) => (
              <ButtonLink key={to} to={to} variant={index === 0 && status === 403 ? 'primary' : 'secondary'}>
                {label}
              </ButtonLink>
            ))}
          </div>
          {site && (
            <p className="text-ink-2">
              {rich(m.stillStuck({ address: (text) => <SupportAddress fallback={text} /> }))}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** What had the focus is gone when an error is drawn in its place. After a full load the browser places it. */
function useFocusIfLost(): void {
  const replacesPage = useRef(useHydrated())
  useEffect(() => {
    if (replacesPage.current && document.activeElement === document.body)
      document.getElementById(CONTENT)?.focus({ preventScroll: true })
  }, [])
}
