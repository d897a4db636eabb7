/** All personal data of an account, for its owner to download: GDPR articles 15 (access) and 20 (portability). */
import type { Session } from '#domain/accounts/account'
import type { App } from '#server/context'
import { findTaxDetails } from '#server/tax-documents/tax-details'
import { readAbout } from '#server/privacy/personal-data/personal-data-queries'

/** By table and column. Instants are ISO 8601 in UTC, amounts are in minor units of their currency. */
export async function readAccountData(app: App, session: Session): Promise<Record<string, unknown>> {
  const data = await readAbout(app.db, session)
  if (session.mentorId !== null) {
    const details = await findTaxDetails(app, session.mentorId)
    data['tax_details'] = data['tax_details']!.map((row) => ({ ...row, ...details }))
  }
  return { site: app.config.SITE_NAME, madeAt: app.now().toISOString(), ...data }
}
