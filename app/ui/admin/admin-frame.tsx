/** The frame of the admins' pages: the rail with what there is, a title, and keys. Search engines do not index them. */
import CalendarDays from 'lucide-react/icons/calendar-days'
import Compass from 'lucide-react/icons/compass'
import CircleCheck from 'lucide-react/icons/circle-check'
import KeyRound from 'lucide-react/icons/key-round'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import ScrollText from 'lucide-react/icons/scroll-text'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import UserRoundCheck from 'lucide-react/icons/user-round-check'
import Users from 'lucide-react/icons/users'
import UsersRound from 'lucide-react/icons/users-round'
import Wallet from 'lucide-react/icons/wallet'
import Webhook from 'lucide-react/icons/webhook'
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react'
import { Link, useLocation, useRouteLoaderData } from 'react-router'
import * as m from '#messages/admin'
import { Notice } from '../controls/notice.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { handleShortcuts, keysAreOff, setKeysOff } from './api/keys.ts'
import { rich } from '../rich.tsx'

type Icon = ComponentType<{ size?: number; strokeWidth?: number }>
/** What waits for a decision, by page. */
type Waiting = Record<'dashboard' | 'completion' | 'feedback' | 'mentors' | 'cohorts', number>

type Tab = { label: () => string; to: string; icon: Icon; waits?: keyof Waiting }

const ROOT = '/admin-dashboard'

/** The route that says what waits: `app/routes/admin/frame.tsx`. */
const FRAME = 'routes/admin/frame'

/** What happens every day, then what is looked after. */
const TABS: Tab[][] = [
  [
    { label: m.dashboard, to: ROOT, icon: Compass, waits: 'dashboard' },
    { label: m.bookings, to: `${ROOT}/bookings`, icon: CalendarDays },
    { label: m.completion, to: `${ROOT}/completion`, icon: CircleCheck, waits: 'completion' },
    { label: m.feedback, to: `${ROOT}/feedback`, icon: MessageSquareText, waits: 'feedback' },
  ],
  [
    { label: m.mentors, to: `${ROOT}/mentors`, icon: UserRoundCheck, waits: 'mentors' },
    { label: m.cohorts, to: `${ROOT}/cohorts`, icon: UsersRound, waits: 'cohorts' },
    { label: m.people, to: `${ROOT}/people`, icon: Users },
    { label: m.payouts, to: `${ROOT}/payouts`, icon: Wallet },
    { label: m.codes, to: `${ROOT}/codes`, icon: TicketPercent },
    { label: m.settings, to: `${ROOT}/settings`, icon: SlidersHorizontal },
    { label: m.apiKeys, to: `${ROOT}/api-keys`, icon: KeyRound },
    { label: m.webhooks, to: `${ROOT}/webhooks`, icon: Webhook },
    { label: m.auditLog, to: `${ROOT}/audit`, icon: ScrollText },
  ],
]

const listShortcuts = () => [
  { keys: ['/'], does: m.keySearch() },
  { keys: ['j', 'k'], does: m.keyRows() },
  { keys: [m.enterKey()], does: m.keyOpen() },
  { keys: [m.escapeKey()], does: m.keyClose() },
  { keys: ['?'], does: m.keyAll() },
]

type AdminFrameProps = {
  title: string
  /** Beside the title: what is shown, in few words. */
  lead?: ReactNode
  /** At the end of the title's line. */
  actions?: ReactNode
  /** Beside the page, and in its place where the window is too narrow for both. */
  sheet?: ReactNode
  /** What has just been done. */
  done?: string | null
  children: ReactNode
}

export function AdminFrame({ title, lead, actions, done, sheet, children }: AdminFrameProps) {
  return (
    <div className={sheet ? 'admin with-sheet' : 'admin'}>
      <PageHead title={m.adminTitle({ title })} />
      <Rail />
      <div className="admin-body">
        <header className="admin-head">
          <h1>{title}</h1>
          {lead && <p className="admin-aside">{lead}</p>}
          {actions && <div className="admin-actions">{actions}</div>}
        </header>
        {done && (
          <div className="mb-4">
            <Notice good>
              <output>{done}</output>
            </Notice>
          </div>
        )}
        {children}
      </div>
      {sheet}
    </div>
  )
}

/** On a phone one row of tabs, which scrolls to the one that is open. */
function Rail() {
  const { pathname } = useLocation()
  const waiting = useRouteLoaderData<Waiting>(FRAME)
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const rail = current.current?.closest('nav')
    if (rail && current.current) rail.scrollLeft = current.current.offsetLeft - 16
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- Another page is another tab.
  }, [pathname])
  return (
    <div className="admin-rail">
      <nav aria-label={m.adminPages()}>
        {TABS.map((tabs) => (
          <ul key={tabs[0]!.to}>
            {tabs.map(({ label, to, icon: TabIcon, waits }) => {
              const count = waits ? (waiting?.[waits] ?? 0) : 0
              const isCurrent = isAt(to, pathname)
              return (
                <li key={to}>
                  <Link
                    to={to}
                    {...(isCurrent && { ref: current })}
                    aria-current={isCurrent ? (pathname === to ? 'page' : 'true') : undefined}
                  >
                    <TabIcon size={18} strokeWidth={1.75} />
                    {label()}
                    {count > 0 && (
                      <span className="admin-count">
                        {rich(m.countToDecide({ count, hidden: (text) => <span className="sr-only">{text}</span> }))}
                      </span>
                    )}
                  </Link>
                </li>
              )
            })}
          </ul>
        ))}
      </nav>
      <Keys />
    </div>
  )
}

const isAt = (to: string, pathname: string) => pathname === to || (to !== ROOT && pathname.startsWith(`${to}/`))

/** Says of the button's own key whether it does something. */
function announceKey(button: HTMLButtonElement | null): void {
  if (keysAreOff()) button?.removeAttribute('aria-keyshortcuts')
  else button?.setAttribute('aria-keyshortcuts', '?')
}

/** Keys are a shortcut for what links and fields do. They can be turned off, since a letter may be dictated (WCAG 2.1.4). */
function Keys() {
  const dialog = useRef<HTMLDialogElement>(null)
  const off = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (off.current) off.current.checked = keysAreOff()
    const end = handleShortcuts({ showKeys: () => dialog.current?.showModal() })
    announceKey(button.current)
    return end
  }, [])
  return (
    <>
      <button ref={button} type="button" className="admin-keys" onClick={() => dialog.current?.showModal()}>
        {rich(m.showShortcuts({ kbd: (text) => <kbd>{text}</kbd> }))}
      </button>
      <dialog ref={dialog} className="admin-dialog" aria-labelledby="admin-keys">
        <h2 id="admin-keys">{m.shortcuts()}</h2>
        <dl>
          {listShortcuts().map(({ keys, does }) => (
            <div key={does}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <label className="flex min-h-11 items-center gap-2">
          <input
            ref={off}
            type="checkbox"
            className="checkbox size-5"
            onChange={({ currentTarget: { checked } }) => {
              setKeysOff(checked)
              announceKey(button.current)
            }}
          />
          {m.turnKeysOff()}
        </label>
        <form method="dialog">
          <button type="submit" className="admin-button">
            {m.close()}
          </button>
        </form>
      </dialog>
    </>
  )
}
