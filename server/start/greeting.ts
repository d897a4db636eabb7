/** What the operator reads in the terminal. */
import { LINK_MINUTES } from '#domain/accounts/account'
import { warningsAbout, type Config } from '#server/platform/config'
import * as m from '#messages/operators'

/** An address that cannot exist (RFC 2606). Email to it arrives in the sandbox. */
export const DEMO_ADMIN = 'admin@landfall.example'

export const say = (line: string) => process.stdout.write(`${line}\n`)

const LABEL_WIDTH = 18

const sayWhere = (label: string, where: string) => say(`  ${label.padEnd(LABEL_WIDTH)}${where}`)

/** Of a worker, which serves no visitors. `bound`: where it says whether it is ready. */
export function greetWorker(config: Config, bound: string): void {
  say(`\n  ${m.workerReady({ site: config.SITE_NAME, url: bound })}\n`)
}

/** `sandbox` undefined: live. `invitation`: of the demo's first admin. */
export function greet(
  config: Config,
  address: string,
  sandbox: { mailUrl: string | null } | undefined,
  invitation: string | null,
): void {
  say(`\n  ${m.siteReady({ site: config.SITE_NAME, url: address })}`)
  if (sandbox?.mailUrl) sayWhere(m.emailLabel(), `${address}/sandbox/mail`)
  if (sandbox) sayWhere(m.sandboxLabel(), `${address}/sandbox`)
  if (invitation) {
    sayWhere(m.adminLabel(), `${address}/set-password?token=${invitation}`)
    sayWhere('', m.adminInvitation({ email: DEMO_ADMIN, minutes: LINK_MINUTES.admin }))
  }
  if (config.mode === 'demo') say(`  ${m.demoNotice()}`)
  if (config.rehearsal) say(`  ${m.rehearsalNotice({ email: config.REHEARSAL_MAIL_TO ?? '' })}`)
  for (const warning of warningsAbout(config)) say(`  ${warning}`)
  say('')
}
