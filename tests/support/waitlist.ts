/** People who join a waitlist, and the links in their emails. */
import type { Client } from '#domain/accounts/client'
import { clientFrom, mailsTo } from './accounts/accounts.ts'
import type { TestApp } from './product/app.ts'

let browsers = 0
/** A browser of its own, so that limits count it alone. */
export const someBrowser = (): Client => ({ ...clientFrom(), browser: String(browsers++).padStart(32, 'w') })

/** The end of the link to confirm an address or to delete it. */
export const waitingLinkIn = (text: string): string => /\/waiting\?link=([\w.-]+)/.exec(text)?.[1] ?? ''

/** The one in the newest email to an address. */
export const newestWaitingLink = async (test: TestApp, email: string): Promise<string> =>
  waitingLinkIn((await mailsTo(test, email))[0]?.text ?? '')
