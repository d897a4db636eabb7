import { useLocation } from 'react-router'
import * as m from '#messages/site'
import { localPath } from '#words/local-path'
import { LANGUAGES, NO_OFFER } from '../../../../messages/languages.ts'
import { currentTag } from '../../../../messages/runtime.ts'
import { useSite, type LanguageOffer } from '../site.ts'

/*
 * What stands in these forms and buttons is in the server's HTML only, and its code not in the browser's script: hydration
 * leaves alone what it does not know inside a form or a button.
 */

/** The id of the popover with the languages, which browsers open and close without a script. */
const ID = 'languages'

/** The button of the header: "EN". */
export function LanguageButton() {
  return (
    useSite()?.languages && (
      <button
        type="button"
        popoverTarget={ID}
        className="icon-button text-sm font-semibold uppercase max-[20rem]:hidden"
      >
        {import.meta.env.SSR && (
          <>
            <span className="sr-only">{m.language()}</span> {currentTag().slice(0, 2)}
          </>
        )}
      </button>
    )
  )
}

/** The button of the footer, where the other choices for all pages are. */
export function LanguageLink() {
  return (
    useSite()?.languages && (
      <button type="button" popoverTarget={ID} className="footer-link">
        {import.meta.env.SSR && m.language()}
      </button>
    )
  )
}

/** The languages of the site, each by its own name. */
export function LanguageMenu() {
  return (
    <form method="post" action={localPath('/language')} id={ID} popover="auto" className="popover-menu">
      {import.meta.env.SSR && <Languages />}
    </form>
  )
}

/** Above a page that is not in the reader's language: the way to theirs. */
export function LanguageOfferBar({ offer }: { offer: LanguageOffer }) {
  return (
    <form method="post" action={localPath('/language')} lang={offer.tag} className="bg-tint">
      {import.meta.env.SSR && <Offer {...offer} />}
    </form>
  )
}

function Languages() {
  const names = new Map<string, string>(Object.values(LANGUAGES).map(({ tag, name }) => [tag, name]))
  return (
    <>
      <Back />
      {useSite()?.languages?.map((tag) => (
        <button
          key={tag}
          name="language"
          value={tag}
          lang={tag}
          aria-current={tag === currentTag() || undefined}
          className="menu-row"
        >
          {names.get(tag)}
        </button>
      ))}
    </>
  )
}

function Offer({ tag, view, stay }: LanguageOffer) {
  return (
    <>
      <Back />
      <aside aria-label={view} dir="auto" className="page flex flex-wrap gap-x-6 text-sm">
        <button name="language" value={tag} className="tall-link font-semibold">
          {view}
        </button>
        <button name="language" value={NO_OFFER} className="tall-link">
          {stay}
        </button>
      </aside>
    </>
  )
}

/** The page to come back to, for browsers that do not say it. */
function Back() {
  const { pathname, search } = useLocation()
  return <input type="hidden" name="back" value={pathname + search} />
}
