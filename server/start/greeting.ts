/** What the operator reads in the terminal. */
import { warningsAbout, type Config } from '#server/platform/config'

/** An address that cannot exist (RFC 2606). Email to it arrives in the sandbox. */
export const DEMO_ADMIN = 'admin@landfall.example'

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** Of a worker, which serves no visitors. `bound`: where it says whether it is ready. */
export function greetWorker(config: Config, bound: string): void {
  say(`\n  ${config.SITE_NAME}’s worker is ready   ${bound}\n`)
}

/** `sandbox` undefined: live. `invitation`: of the demo's first admin. */
export function greet(
  config: Config,
  address: string,
  sandbox: { mailUrl: string | null } | undefined,
  invitation: string | null,
): void {
  say(`\n  ${config.SITE_NAME} is ready   ${address}`)
  if (sandbox?.mailUrl) say(`  Email             ${address}/sandbox/mail`)
  if (sandbox) say(`  Sandbox          ${address}/sandbox`)
  if (invitation) {
    say(`  Become its admin  ${address}/set-password?token=${invitation}`)
    say(`                    as ${DEMO_ADMIN}, within 30 minutes, once; later ones by \`npm run admin\``)
  }
  if (config.mode === 'demo') say('  Demo: made-up mentors, and no real money moves.')
  if (config.rehearsal)
    say(`  Rehearsal: every rule of live, no real money, and all email goes to ${config.REHEARSAL_MAIL_TO}.`)
  for (const warning of warningsAbout(config)) say(`  ${warning}`)
  say('')
}
