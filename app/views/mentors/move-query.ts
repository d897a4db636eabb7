import type { Criteria } from '#domain/search/criteria'

/** Carries the visitor's move to a mentor's page: "?moving_from=IN&moving_to=GB". Empty when none is named. */
export function moveQuery({ from, to }: Pick<Criteria['moving'], 'from' | 'to'>): string {
  if (!from && !to) return ''
  return `?${new URLSearchParams({ ...(from && { moving_from: from }), ...(to && { moving_to: to }) })}`
}
