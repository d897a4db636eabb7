/** /terms — what people agree to when they book. */
import { appContext } from '#server/context'
import * as m from '#messages/site'
import { LegalPage, type LegalText } from '../../../ui/layout/legal-page.tsx'
import type { Route } from './+types/terms'
import { demoTerms } from '../../../views/legal/demo-texts.ts'

export function loader({ context }: Route.LoaderArgs): LegalText {
  const { config, texts } = context.get(appContext)
  return { text: texts.terms ?? demoTerms(), version: config.TERMS_VERSION, own: texts.terms !== null }
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage title={m.terms()} description={m.termsDescription()} path="/terms" legal={loaderData} />
}
