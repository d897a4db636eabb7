/** The page as it will look: who they are, what they went through, and what can be booked. */
import Wallet from 'lucide-react/icons/wallet'
import { adviceFor } from '#domain/mentors/advice'
import type { MovePurpose } from '#domain/mentors/content'
import { currencyIn, readPrice } from '#domain/mentors/price'
import { computeFee, type MinorUnits } from '#domain/payments/money'
import * as m from '#messages/application'
import { formatDuration } from '#words/time'
import { describeAdvice } from '#words/mentors/advice'
import { describePrice, formatMoney } from '#words/prices'
import { formatList } from '#words/lists'
import { useSite } from '../../layout/site.ts'
import { rich } from '../../rich.tsx'
import { Crossing } from '../crossing.tsx'
import { Portrait } from '../portrait.tsx'
import { LeaveWith, VisaNotice } from '../session-notes.tsx'
import { type ApplicationFields } from './application-fields.ts'
import type { ApplicationOffer } from './application-offer.ts'
import { type Typed, entryAt } from '../../forms/typed-fields.ts'

type PreviewProps = {
  fields: ApplicationFields
  offer: ApplicationOffer
  picture: string | null
  /** The key of the session that is open in the form. */
  open: number | null
}

const PURPOSES: Record<MovePurpose, () => string> = {
  study: m.factStudy,
  work: m.factWork,
  family: m.factFamily,
  other: () => '',
}

export function Preview({ fields, offer, picture, open }: PreviewProps) {
  const { typed, keys } = fields
  const name = typed['name']?.trim() || m.yourName()
  const role = [typed['role'], typed['company']].map((part) => part?.trim() ?? '').filter(Boolean)
  const volunteer = typed['rightToEarn'] === 'no' || typed['rightToEarn'] === 'not_sure'
  const [about = ''] = (typed['about'] ?? '').trim().split(/\n\s*\n/)
  return (
    <section aria-labelledby="apply-preview" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="apply-preview" className="text-sm font-semibold tracking-normal">
          {m.previewTitle()}
        </h3>
        <p className="note">{m.previewChanges()}</p>
      </div>
      <div className="line rounded-card bg-deep wrap-anywhere">
        <div className="grid gap-3 p-5">
          <div className="flex gap-4">
            <Portrait name={name} picture={picture} size={104} className="size-22" />
            <div className="min-w-0">
              <p className="text-xl font-semibold">{name}</p>
              <p className="text-ink-2">{formatList(role, 'comma') || m.whatYouDo()}</p>
              {keys.moves.map((key, place) => (
                <PreviewMove key={key} move={entryAt(typed, 'moves', place)} />
              ))}
              {typed['languages']?.trim() && <p className="note">{typed['languages'].trim()}</p>}
            </div>
          </div>
          {about && <p className="line-clamp-6 whitespace-pre-line">{about}</p>}
        </div>
        <div className="border-t border-hair p-5">
          <p className="font-semibold">{m.chooseSession()}</p>
          <ul className="framed-list mt-2 overflow-clip">
            {keys.sessions.map((key, place) => (
              <PreviewSession
                key={key}
                session={entryAt(typed, 'sessions', place)}
                number={place + 1}
                price={priceAt(typed, place, volunteer)}
                currency={currencyIn(typed)}
                notice={describeAdvice(adviceFor(offer.advice, typed['moves.0.toCountry'] ?? null))}
                open={key === open}
              />
            ))}
          </ul>
        </div>
      </div>
      <Keeps
        price={priceAt(typed, Math.max(keys.sessions.indexOf(open ?? -1), 0), volunteer)}
        currency={currencyIn(typed)}
        percent={offer.feePercent}
      />
    </section>
  )
}

/** Null while it cannot be read. */
function priceAt(typed: Typed, place: number, volunteer: boolean): MinorUnits | null {
  if (volunteer) return 0 as MinorUnits
  return readPrice(typed[`sessions.${place}.price`]?.trim() || (typed['price'] ?? ''), currencyIn(typed))
}

function PreviewMove({ move }: { move: Typed }) {
  const { fromCity: from, toCity: to, purpose, year, institution } = move
  if (!from?.trim() || !to?.trim()) return null
  const facts = [PURPOSES[purpose as MovePurpose]?.() ?? '', year?.trim() ?? '', institution?.trim() ?? ''].filter(
    Boolean,
  )
  return (
    <>
      <Crossing leg={{ from: from.trim(), to: to.trim() }} />
      {facts.length > 0 && <p className="note">{formatList(facts, 'comma')}</p>}
    </>
  )
}

type PreviewSessionProps = {
  session: Typed
  number: number
  price: MinorUnits | null
  currency: string
  notice: Parameters<typeof VisaNotice>[0]['notice']
  open: boolean
}

function PreviewSession({ session, number, price, currency, notice, open }: PreviewSessionProps) {
  const { title, minutes = '60', description, leaveWith, touchesVisas } = session
  return (
    <li className={open ? 'border-s-3 border-s-magenta bg-tint px-4 py-3' : 'px-4 py-3'}>
      <div className="flex items-baseline justify-between gap-4">
        <span className="font-semibold">{title?.trim() || m.sessionNumber({ number })}</span>
        {price !== null && <span className="font-semibold">{describePrice(price, currency)}</span>}
      </div>
      <p className="note">
        {[formatDuration(Number(minutes)), open && description?.trim()].filter(Boolean).join(' · ')}
      </p>
      {open && leaveWith?.trim() && <LeaveWith text={leaveWith.trim()} />}
      {touchesVisas === 'on' && <VisaNotice notice={notice} />}
    </li>
  )
}

/** What the ledger takes of a price, and nothing that it does not know. */
function Keeps({ price, currency, percent }: { price: MinorUnits | null; currency: string; percent: number }) {
  const site = useSite()?.name ?? m.us()
  if (price === null || price === 0) return null
  const fee = computeFee(price, percent, currency)
  const spell = (amount: number) => formatMoney(amount as MinorUnits, currency)
  const kept = spell(price - fee)
  const strong = (text: string) => <strong className="font-semibold">{text}</strong>
  return (
    <p className="flex items-start gap-2 text-sm">
      <Wallet size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span>
        {rich(
          fee > 0
            ? m.youKeepPart({ price: spell(price), kept, strong, fee: spell(fee), site })
            : m.youKeepAll({ price: spell(price), kept, strong }),
        )}
      </span>
    </p>
  )
}
