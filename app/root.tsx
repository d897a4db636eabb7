/** The frame around every page, and the error page for a document whose frame itself failed. */
import type { ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, ScrollRestoration } from 'react-router'
import { appContext, frameReaderContext } from '#server/context'
import * as m from '#messages/site'
import { LANGUAGES } from '../messages/languages.ts'
import { currentTag, isLatin, isRightToLeft } from '../messages/runtime.ts'
import type { Route } from './+types/root'
import { CONTENT, FocusPage } from './ui/layout/focus-page.tsx'
import { ErrorPage } from './ui/layout/error-page.tsx'
import placeUrl from './ui/styles/fonts/place-latin.woff2?url'
import sansUrl from './ui/styles/fonts/sans-latin.woff2?url'
import { Footer } from './ui/layout/footer.tsx'
import { Header } from './ui/layout/header/header.tsx'
import { LanguageOfferBar } from './ui/layout/header/language-menu.tsx'
import { useHydrated } from './ui/browser/hydrated.ts'
import { setFailedFrameWords } from './ui/browser/failed-frame.tsx'
import { DeferredScripts } from './ui/browser/deferred-scripts.tsx'
import { NavigationProgress } from './ui/layout/navigation-progress.tsx'
import './ui/browser/page-steps.ts'
import { isOutdated, SessionWatch } from './ui/browser/session-watch.tsx'
import { UnansweredNotice } from './ui/browser/unanswered-notice.tsx'
import { useSite, type Site } from './ui/layout/site.ts'
import leftToRightUrl from './ui/styles/left-to-right.css?url'
import rightToLeftUrl from './ui/styles/right-to-left.css?url'
import stylesUrl from './ui/styles/styles.css?url'
import { findOffer } from './views/site/languages.ts'
import { buildSiteSession } from './views/site/site-session.ts'
import { findGrounds, themeMark, themeOfCookie } from './ui/layout/theme.ts'

setFailedFrameWords(() => ({ title: m.somethingWentWrong(), text: m.siteUpdated(), again: m.loadAgain() }))

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: sansUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  isLatin()
    ? { rel: 'preload', href: placeUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }
    : { rel: 'stylesheet', href: readDirection() ? rightToLeftUrl : leftToRightUrl },
  { rel: 'stylesheet', href: stylesUrl },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export async function loader({ context, request }: Route.LoaderArgs): Promise<Site> {
  const { auth, config } = context.get(appContext)
  const { SITE_NAME, SUPPORT_EMAIL, PUBLIC_URL, mode } = config
  return {
    name: SITE_NAME,
    supportEmail: SUPPORT_EMAIL,
    origin: PUBLIC_URL,
    demo: mode === 'demo',
    ...(config.rehearsal && { rehearsal: m.rehearsalNotice() }),
    currencies: config.CURRENCIES,
    theme: themeOfCookie(request.headers.get('cookie')),
    ...(config.LANGUAGES.length > 1 && { languages: config.LANGUAGES.map((language) => LANGUAGES[language].tag) }),
    offer: findOffer(context, request),
    google: auth.google,
    session: buildSiteSession(await context.get(frameReaderContext)()),
  }
}

/**
 * Settings do not change while a visitor is here, and the theme switch changes the page itself. Only a form, or another tab,
 * may change who is signed in.
 */
export const shouldRevalidate = ({ formMethod }: { formMethod?: string | undefined }) =>
  isOutdated() || (formMethod !== undefined && formMethod !== 'GET')

export function Layout({ children }: { children: ReactNode }) {
  const site = useSite()
  const theme = site?.theme ?? 'system'
  const grounds = findGrounds(theme)
  return (
    <html lang={currentTag()} dir={readDirection()} data-theme={themeMark(theme)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={grounds.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={grounds.dark} media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body>
        {site?.rehearsal && (
          <aside aria-label={m.rehearsal()} className="bg-tint">
            <p className="page py-2 text-sm font-semibold">{site.rehearsal}</p>
          </aside>
        )}
        {site?.offer && <LanguageOfferBar offer={site.offer} />}
        <Header session={site?.session ?? null} />
        <NavigationProgress />
        <main id={CONTENT} tabIndex={-1}>
          {children}
        </main>
        <Footer />
        <ScrollMemory />
        <DeferredScripts />
      </body>
    </html>
  )
}

/** In the browser that of the document, so that its script needs no table of languages. */
function readDirection(): string | undefined {
  if (!import.meta.env.SSR) return document.documentElement.dir || undefined
  return isRightToLeft() ? 'rtl' : undefined
}

/**
 * React Router's scroll restoration. Its script is in the server's HTML only: Trusted Types refuse every script element that
 * React makes in the browser.
 */
function ScrollMemory() {
  // oxlint-disable-next-line react/capitalized-calls -- Called for its effects; what it draws is left out below.
  const script = ScrollRestoration({})
  return useHydrated() ? null : script
}

export default function Root() {
  return (
    <>
      <Outlet />
      <FocusPage />
      <SessionWatch />
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
