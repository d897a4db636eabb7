/** /privacy — what the product stores about people, and what their browser stores. */
import { appContext } from '#server/context'
import * as m from '#messages/site'
import { LegalPage, type LegalText } from '../../../ui/layout/legal-page.tsx'
import { Table } from '../../../ui/controls/table.tsx'
import type { Route } from './+types/privacy'
import { readLegalText } from '../../../views/legal/operator-texts.ts'
import { BROWSER_FACTS, PERSONAL_FACTS } from '../../../views/legal/privacy-facts.ts'

type Rows = { browser: string[][]; people: string[][] }

export function loader({ context }: Route.LoaderArgs): LegalText & Rows {
  return {
    ...readLegalText(context.get(appContext), 'privacy'),
    people: PERSONAL_FACTS.map(({ about, kept, howLong }) => [about(), kept(), howLong()]),
    browser: BROWSER_FACTS.map(({ name, holds, howLong }) => [name.replace(/\.$/, '.…'), holds(), howLong()]),
  }
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage title={m.privacy()} description={m.privacyDescription()} path="/privacy" legal={loaderData}>
      <div className="mt-10 grid gap-10">
        <Table
          caption={m.whatWeKeep()}
          columns={[{ label: m.about() }, { label: m.what() }, { label: m.howLong() }]}
          rows={loaderData.people}
        />
        <Table
          caption={m.whatBrowserStores()}
          columns={[{ label: m.name() }, { label: m.whatItHolds() }, { label: m.howLong() }]}
          rows={loaderData.browser}
        />
      </div>
    </LegalPage>
  )
}
