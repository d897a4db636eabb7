/** The setting `PAYOUTS`. */
import type { App } from '#server/context'

/** Whether mentors can have accounts to which their money is transferred. */
export const isConnectOn = ({ config }: { config: Pick<App['config'], 'PAYOUTS'> }): boolean =>
  config.PAYOUTS === 'connect'
