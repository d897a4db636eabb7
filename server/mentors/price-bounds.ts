import { poundsToPence, toPence, type Pence } from '#domain/payments/money'
import type { App } from '#server/context'

/** Between which amounts a session may cost, unless it is free. */
export function priceBounds({ config }: { config: Pick<App['config'], 'PRICE_LEAST' | 'PRICE_MOST'> }): {
  least: Pence
  most: Pence
} {
  return {
    least: poundsToPence(config.PRICE_LEAST) ?? toPence(0),
    most: poundsToPence(config.PRICE_MOST) ?? toPence(0),
  }
}
