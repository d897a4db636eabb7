/**
 * Where mentors can be paid by transfer. A platform in one of these countries can transfer to accounts in all of them,
 * whatever the currency, and to no others without an agreement with the service. Iceland is in the EEA, but Connect serves no
 * accounts there. Source: docs.stripe.com/connect/cross-border-payouts (availability) and docs.stripe.com/global.
 */
export const CONNECT_COUNTRIES: ReadonlySet<string> = new Set(
  `AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK US`.split(' '),
)
