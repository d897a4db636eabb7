import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '#messages/site'
import { formatCurrencyNames } from '#words/prices'
import { generalRefundSentence } from '#words/bookings/refund-sentence'
import { SECTIONS } from './sections.ts'
import { useSite } from './site.ts'
import { Star } from '../controls/star.tsx'
import { LanguageLink } from './header/language-menu.tsx'
import { ThemeSwitch } from './header/theme-switch.tsx'

const PAGES = [
  ...SECTIONS,
  { label: m.crossings, to: '/crossings' },
  { label: m.savedMentors, to: '/saved' },
  { label: m.becomeAMentor, to: '/become-a-mentor' },
]

export function Footer() {
  const site = useSite()
  return (
    <footer className="mt-16 md:mt-24">
      <div className="scale-bar" />
      <div className="page grid gap-10 py-10 md:gap-8 md:grid-cols-[minmax(0,1fr)_auto_14rem] md:py-14 lg:grid-cols-[minmax(0,1fr)_auto_16rem] lg:gap-24">
        <div className="grid max-w-md content-start gap-3">
          <p className="flex items-center gap-2.5 text-xl font-bold tracking-tight wrap-anywhere">
            <Star className="shrink-0 text-magenta" />
            {site?.name ?? 'Landfall'}
          </p>
          <p className="text-ink-2">
            {m.refundAndCurrency({
              rule: generalRefundSentence(),
              currency: formatCurrencyNames(site?.currencies ?? []),
            })}
          </p>
          {site?.demo && <p className="text-ink-2">{m.demoNotice()}</p>}
        </div>
        <nav aria-label={m.footer()}>
          <ul className="grid grid-cols-2 gap-x-6 max-[16rem]:grid-cols-1 md:-mt-2 md:grid-cols-1">
            {PAGES.map((page) => (
              <li key={page.to}>
                <FooterLink to={page.to}>{page.label()}</FooterLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid content-start gap-6">
          {site && (
            <div className="grid gap-1">
              <h2 className="text-base font-semibold tracking-normal">{m.help()}</h2>
              <p className="text-ink-2">{m.helpQuestion()}</p>
              <p>
                <a href={`mailto:${site.supportEmail}`} className="tall-link wrap-anywhere">
                  {site.supportEmail}
                </a>
              </p>
              <p>
                <Link to="/bookings" className="tall-link">
                  {m.findYourBooking()}
                </Link>
              </p>
            </div>
          )}
          <ThemeSwitch theme={site?.theme ?? 'system'} />
        </div>
      </div>
      <div className="border-t border-hair">
        <div className="page footer-last">
          <ul aria-label={m.aboutThisSite()}>
            <li>
              <FooterLink to="/terms">{m.terms()}</FooterLink>
            </li>
            <li>
              <FooterLink to="/privacy">{m.privacy()}</FooterLink>
            </li>
            <li>
              <FooterLink to="/currency">{m.currency()}</FooterLink>
            </li>
            <li>
              <LanguageLink />
            </li>
          </ul>
          <p id="developers">{m.forDevelopers()}</p>
          <ul aria-labelledby="developers">
            <li>
              <FooterLink to="/api/docs">{m.api()}</FooterLink>
            </li>
            {site?.demo && (
              <li>
                <FooterLink to="/ui">{m.components()}</FooterLink>
              </li>
            )}
          </ul>
        </div>
      </div>
    </footer>
  )
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="footer-link">
      {children}
    </Link>
  )
}
