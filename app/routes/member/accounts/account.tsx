/** /account — the member's bookings and details, and links to the other pages of the account. */
import { data, Link, redirect } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { listCountries } from '#server/platform/reference/countries'
import { readDetailsForm, typedDetails } from '#server/accounts/details-form'
import { readPosted } from '#server/platform/http/form'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import { requireAccount } from '#server/site/guards/account-guards'
import { saveDetails, type SaveDetailsError } from '#server/accounts/details'
import { readDraft, discardDraft } from '#server/accounts/drafts/drafts'
import { listZoneGroups } from '#server/platform/reference/zones'
import * as m from '#messages/accounts'
import { AccountFrame, AccountPart } from '../../../ui/accounts/account-frame.tsx'
import { DetailsForm } from '../../../ui/accounts/details-form.tsx'
import { OwnBookings } from '../../../ui/accounts/own-bookings.tsx'
import { PictureForm } from '../../../ui/accounts/picture-form.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { buttonClass, ButtonLink } from '../../../ui/controls/button.tsx'
import { zoneCookie } from '../../../ui/time/clock.ts'
import { Notice } from '../../../ui/controls/notice.tsx'
import type { Route } from './+types/account'
import { requireAccountOrSaveDraft } from '../../../views/accounts/draft-guard.ts'
import { readOwnBookings } from '../../../views/accounts/own-bookings.ts'
import { ownZone, zoneName } from '../../../views/accounts/own-zone.ts'
import { rich } from '../../../ui/rich.tsx'

const PATH = '/account'

/** What the page says after something was saved, by `?saved=`. */
const DONE = {
  details: m.detailsSaved,
  picture: m.pictureSaved,
  removed: m.pictureRemoved,
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  const app = context.get(appContext)
  const zone = ownZone(request, session)
  const draft = await readDraft(app, clientOfPage(context, request).client.browser, PATH)
  const { name, email, picture, timeZone, destination } = session
  const saved = new URL(request.url).searchParams.get('saved')
  return {
    account: { name, email: formatEmailAddress(email), picture },
    typed: draft ? typedDetails(draft) : { name, timeZone: timeZone ?? '', destination: destination ?? '' },
    draft: draft !== null,
    zone,
    place: zoneName(zone),
    zones: listZoneGroups(),
    countries: listCountries(),
    bookings: pickFirst(await readOwnBookings(app, session.accountId, zone)),
    done: saved && Object.hasOwn(DONE, saved) ? DONE[saved as keyof typeof DONE]() : null,
  }
}

/** The next two bookings; without any, the last one. */
function pickFirst({ coming, past }: Awaited<ReturnType<typeof readOwnBookings>>) {
  return {
    coming: coming.slice(0, 2),
    past: coming.length > 0 ? [] : past.slice(0, 1),
    more: coming.length + past.length,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readPosted(request)
  const session = await requireAccountOrSaveDraft(context, request, PATH, form)
  const app = context.get(appContext)
  const { client } = clientOfPage(context, request)
  if (form.get('intent') === 'discard') {
    await discardDraft(app, client.browser, PATH)
    return redirect(PATH, 303)
  }
  const typed = typedDetails(form)
  const read = readDetailsForm(form)
  if (!read.ok) return data({ typed, fields: read.error }, 400)
  const saved = await saveDetails(app, session, read.value, client)
  if (!saved.ok) return data({ typed, fields: REFUSALS[saved.error.code]() }, 400)
  await discardDraft(app, client.browser, PATH)
  const { timeZone } = read.value
  const headers: HeadersInit = timeZone ? { 'Set-Cookie': zoneCookie(timeZone) } : {}
  return redirect(`${PATH}?saved=details`, { status: 303, headers })
}

const REFUSALS: Record<SaveDetailsError['code'], () => Record<string, string>> = {
  unknown_country: () => ({ destination: m.chooseCountry() }),
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { account, draft, zone, place, zones, countries, bookings, done } = loaderData
  const fields = actionData?.fields ?? NOTHING_WRONG
  const typed = actionData?.typed ?? loaderData.typed
  return (
    <AccountFrame
      title={m.myAccount()}
      note={
        actionData ? (
          <Alert>
            <p className="font-semibold">{m.notSavedKept()}</p>
          </Alert>
        ) : draft ? (
          <Notice>
            <p>
              {rich(m.signedOutBeforeSaved({ strong: (text) => <strong className="font-semibold">{text}</strong> }))}
            </p>
          </Notice>
        ) : done ? (
          <Notice good>
            <output>{done}</output>
          </Notice>
        ) : null
      }
    >
      <AccountPart id="bookings" title={m.myBookings()} hint={m.timesArePlace({ place })}>
        <OwnBookings coming={bookings.coming} past={bookings.past} zone={zone} />
        <div className="button-row">
          {bookings.more > 0 && (
            <ButtonLink to="/account/bookings" variant="secondary">
              {m.allMyBookings()}
            </ButtonLink>
          )}
          <ButtonLink to="/account/calendar" variant="secondary">
            {m.showInMyCalendar()}
          </ButtonLink>
        </div>
      </AccountPart>
      <AccountPart id="details" title={m.details()} hint={m.detailsHint()}>
        <DetailsForm
          key={JSON.stringify(typed)}
          typed={typed}
          fields={fields}
          zones={zones}
          countries={countries}
          draft={draft}
        />
      </AccountPart>
      <AccountPart id="picture" title={m.picture()}>
        <PictureForm name={account.name} picture={account.picture} fields={NOTHING_WRONG} />
      </AccountPart>
      <AccountPart id="signing-in" title={m.signingIn()} hint={<span className="wrap-anywhere">{account.email}</span>}>
        <p>{m.signingInParts()}</p>
        <div>
          <ButtonLink to="/account/security" variant="secondary">
            {m.security()}
          </ButtonLink>
        </div>
      </AccountPart>
      <AccountPart id="data" title={m.yourData()}>
        <p>{m.yourDataDetails()}</p>
        <div>
          <a href="/account/data" download className={buttonClass('secondary')}>
            {m.downloadMyData()}
          </a>
        </div>
        <p>
          {rich(
            m.closeAndDelete({
              link: (text) => (
                <Link to="/account/leave" className="link">
                  {text}
                </Link>
              ),
            }),
          )}
        </p>
      </AccountPart>
    </AccountFrame>
  )
}

const NOTHING_WRONG: Record<string, string> = {}
