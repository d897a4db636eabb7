/** Codes that were emailed to addresses, as their owners read them. */
import type { AddressCheck } from '#domain/mentors/checks'
import { requestCode, enterCode } from '#server/mentors/checks/codes'
import { mailsTo } from '../accounts/accounts.ts'
import type { TestApp } from '../product/app.ts'
import type { Applicant } from './applicants.ts'

export const LEEDS = 'amara.o@leeds.ac.uk'

/** The code in the newest email to an address. */
export async function mailedCode(test: TestApp, address = LEEDS): Promise<string> {
  const [mail] = await mailsTo(test, address)
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  if (!code) throw new Error(`No code was emailed to ${address}`)
  return code
}

/** Six digits that are not these. */
export const anotherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** Asks for a code, reads the email and enters it. */
export async function proveAddress(
  test: TestApp,
  by: Applicant,
  kind: AddressCheck = 'university_address',
  address = LEEDS,
): Promise<void> {
  const requested = await requestCode(test.app, by, { account: by.session.accountId }, { kind, address })
  if (!requested.ok) throw new Error(requested.error.code)
  const entered = await enterCode(test.app, by, { kind, code: await mailedCode(test, address) })
  if (!entered.ok) throw new Error(entered.error.code)
}
