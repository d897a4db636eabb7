/** /terms — what people agree to when they book. */
import { appContext } from '#server/context'
import * as m from '#messages/site'
import { LegalPage, type LegalText } from '../../../ui/layout/legal-page.tsx'
import type { Route } from './+types/terms'
import { readLegalText } from '../../../views/legal/operator-texts.ts'

export function loader({ context }: Route.LoaderArgs): LegalText {
  return readLegalText(context.get(appContext), 'terms')
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage title={m.terms()} description={m.termsDescription()} path="/terms" legal={loaderData} />
}
