/** /privacy — what is kept about people, and what their browser keeps. */
import { appContext } from '#server/context'
import { LegalPage, type LegalText } from '../../ui/legal-page.tsx'
import { Table } from '../../ui/table.tsx'
import type { Route } from './+types/privacy'
import { DEMO_PRIVACY } from './demo-texts.ts'

export function loader({ context }: Route.LoaderArgs): LegalText {
  const { config, texts } = context.get(appContext)
  return { text: texts.privacy ?? DEMO_PRIVACY, version: config.TERMS_VERSION, own: texts.privacy !== null }
}

const KEPT = [
  ['zone', 'Your time zone, so that times are on your clock', 'One year'],
  ['theme', 'Day or night, if you chose one', 'One year'],
  ['hold', 'The time held for you while you pay', 'Until the tab is closed'],
  ['no-automatic-redirects', 'That you want to stay on result pages', 'Until you take it back'],
]

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <LegalPage
      title="Privacy"
      description="What is kept about you, what it is for, who sees it and what is stored in your browser."
      path="/privacy"
      legal={loaderData}
    >
      <div className="mt-10">
        <Table
          caption="What this site stores in your browser"
          columns={[{ label: 'Name' }, { label: 'What it holds' }, { label: 'How long' }]}
          rows={KEPT}
        />
      </div>
    </LegalPage>
  )
}
