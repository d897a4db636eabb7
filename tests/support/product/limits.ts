/** Settings that lift the limits of holds, confirmations and free sessions: most tests are not about them. */

/** Those per address and email, which all visitors of a test share. */
export const ONE_ADDRESS = {
  HOLDS_PER_ADDRESS: '100000',
  HOLDS_PER_EMAIL: '100000',
  HOLDS_SHARE_PERCENT: '100',
  NEW_HOLDS_PER_ADDRESS: '100000',
  CONFIRM_MAILS_PER_EMAIL: '100000',
  CONFIRM_MAILS_PER_ADDRESS: '100000',
  FREE_PER_EMAIL: '100000',
  FREE_PER_ADDRESS: '100000',
}

/** Those per browser, too. */
export const NO_LIMITS = {
  ...ONE_ADDRESS,
  HOLDS_PER_BROWSER: '100000',
  NEW_HOLDS_PER_BROWSER: '100000',
  CONFIRM_MAILS_PER_BROWSER: '100000',
}
