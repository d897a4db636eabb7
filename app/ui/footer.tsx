import { Link } from 'react-router'
import { REFUND_SENTENCE } from '#domain/refund'
import { SECTIONS } from './sections.ts'
import { useSite } from './site.ts'
import { Star } from './star.tsx'

export function Footer() {
  const site = useSite()
  return (
    <footer className="mt-16 md:mt-24">
      <div className="scale-bar" />
      <div className="page grid gap-10 py-10 md:grid-cols-[1fr_auto_auto] md:py-14 lg:grid-cols-[2fr_1fr_1fr]">
        <div className="grid max-w-md content-start gap-3">
          <p className="flex items-center gap-2.5 text-xl font-bold tracking-tight">
            <Star className="text-magenta" />
            {site?.name ?? 'Landfall'}
          </p>
          <p className="text-ink-2">{REFUND_SENTENCE}</p>
          <p className="text-ink-2">Prices are in pounds; your bank converts.</p>
        </div>
        <nav aria-label="Footer">
          <ul className="grid grid-cols-2 md:grid-cols-1">
            {SECTIONS.map((section) => (
              <li key={section.to}>
                <FooterLink to={section.to}>{section.label}</FooterLink>
              </li>
            ))}
            <li>
              <FooterLink to="/become-a-mentor">Become a mentor</FooterLink>
            </li>
          </ul>
        </nav>
        {site && (
          <div className="grid content-start gap-1 md:max-w-56">
            <h2 className="text-base font-semibold tracking-normal">Help</h2>
            <p className="text-ink-2">A question about a booking, or something that went wrong:</p>
            <p>
              <a href={`mailto:${site.supportEmail}`} className="link inline-flex min-h-11 items-center wrap-anywhere">
                {site.supportEmail}
              </a>
            </p>
          </div>
        )}
      </div>
    </footer>
  )
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center text-ink-2 underline-offset-4 hover:text-ink hover:underline md:min-h-9"
    >
      {children}
    </Link>
  )
}
