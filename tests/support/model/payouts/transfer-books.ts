/**
 * Transfers and reversals of both sides after a step: the product's rows and ledger joined with what the payment service has
 * made, by the key that each carries, and the rules that they must fulfil at any moment.
 */
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/connect'
import { TOP_UP } from '../../payments/transfers.ts'

/** One transfer or reversal: the service's, the product's, or both joined by their key. Amounts in minor units. */
export type Moved = {
  kind: 'transfer' | 'reversal'
  /** What the product calls it at the service; its own row's id if the service has none. */
  key: string | null
  /** At the service. `to`: whose account, or of which transfer. */
  made: string | null
  madeAmount: number
  madeCurrency: string
  madeTo: string
  /** In the product. */
  own: string | null
  status: 'queued' | 'sent' | 'refused' | null
  serviceId: string | null
  amount: number
  currency: string
  to: string | null
  /** In the ledger, as it changes what the site has; null without an entry. */
  entered: number | null
  enteredCurrency: string | null
}

export async function readTransferBooks(db: Db): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select 'transfer' as kind, coalesce(made.metadata ->> 'key', ours.id::text) as key, made.id as made,
      made.amount as made_amount, upper(made.currency) as made_currency, made.destination as made_to, ours.id::text as own,
      ours.status, ours.service_id, ours.amount, ours.currency, ours.account_id as "to", entry.amount_pence as entered,
      entry.currency as entered_currency
    from sandbox_stripe.transfers made
    full join transfers ours on made.metadata ->> 'key' = concat('transfer:', ours.booking_id, ':', ours.number)
    full join (select * from ledger where kind = 'transfer') entry on entry.service_id = made.id
    union all
    select 'reversal', coalesce(made.metadata ->> 'key', ours.id::text), made.id,
      made.amount, upper(made.currency), made.transfer, ours.id::text,
      ours.status, ours.service_id, ours.amount, ours.currency, ours.transfer, entry.amount_pence, entry.currency
    from sandbox_stripe.transfer_reversals made
    full join (select back.*, transfers.service_id as transfer
      from transfer_reversals back join transfers on transfers.id = transfer_id) ours
      on made.metadata ->> 'key' = concat('reversal:', ours.transfer_id, ':', ours.number)
    full join (select * from ledger where kind = 'transfer_reversal') entry on entry.service_id = made.id`.execute(db)
  return rows
}

/** A sentence for each broken rule. */
export function findTransferFaults(all: Moved[]): string[] {
  const faults: string[] = []
  const made = all.flatMap((moved) => (moved.made === null ? [] : [moved.key]))
  for (const key of new Set(made.filter((each, at) => made.indexOf(each) !== at))) faults.push(`${key} was made twice`)
  for (const { kind, key, own, status, entered, ...moved } of all) {
    const name = `${kind} ${key ?? ''}`
    if (moved.made === null) {
      if (status === 'sent' || entered !== null) faults.push(`${name} is called sent, and was not made`)
      continue
    }
    if (own === null) faults.push(`${name} was made, and is not ours`)
    else if (moved.madeAmount !== moved.amount || moved.madeCurrency !== moved.currency || moved.madeTo !== moved.to)
      faults.push(
        `${name} was made of ${moved.madeAmount} ${moved.madeCurrency}, not ${moved.amount} ${moved.currency}`,
      )
    if (status === 'refused') faults.push(`${name} was made, and is called refused`)
    if (status === 'sent' && moved.serviceId !== moved.made) faults.push(`${name} has another name at the service`)
    if ((status === 'sent') !== (entered !== null)) faults.push(`${name} is ${status}: ${entered} are in the ledger`)
    const change = kind === 'transfer' ? -moved.madeAmount : moved.madeAmount
    if (entered !== null && (entered !== change || moved.enteredCurrency !== moved.madeCurrency))
      faults.push(`${name}: ${change} were moved, ${entered} are in the ledger`)
  }
  return faults
}

/** A sentence for each transfer or reversal that the product has not learnt of, once all events have arrived and jobs are done. */
export const findUnheardTransfers = (all: Moved[]): string[] =>
  all
    .filter(({ made, status }) => status === 'queued' || (made !== null && status !== 'sent'))
    .map(({ kind, key, made, status }) => `${kind} ${key ?? ''} is ${status}, and ${made ? 'was made' : 'not made'}`)

/** At rest: each balance at the service is what the ledger and the disputes say, and no admin is left with a concern. */
export async function findBalanceFaults(db: Db): Promise<string[]> {
  const { rows } = await sql<{ whose: string; currency: string; held: number; entered: number }>`
    with held as (
      select coalesce(account, 'the site') as whose, upper(currency) as currency, sum(amount)::int as amount
      from sandbox_stripe.balance_transactions where source <> ${TOP_UP} group by 1, 2
    ),
    entry as (
      select 'the site' as whose, currency, amount_pence as amount from ledger where kind not in ('fee', 'contribution', 'deferred')
      union all
      select 'the site', bookings.currency, -amount_pence from disputes join bookings on bookings.id = booking_id
      where disputes.status <> 'won'
      union all
      select connected_accounts.account_id, ledger.currency, -amount_pence
      from ledger join bookings on bookings.id = booking_id left join packages on packages.id = booking_id
      join connected_accounts on connected_accounts.mentor_id = coalesce(bookings.mentor_id, packages.mentor_id)
      where kind in ('transfer', 'transfer_reversal')
    ),
    entered as (select whose, currency, sum(amount)::int as amount from entry group by 1, 2)
    select whose, currency, coalesce(held.amount, 0) as held, coalesce(entered.amount, 0) as entered
    from held full join entered using (whose, currency)
    where coalesce(held.amount, 0) <> coalesce(entered.amount, 0)`.execute(db)
  const faults = rows.map(
    ({ whose, currency, held, entered }) => `${whose} has ${held} ${currency} at the service, ${entered} in the ledger`,
  )
  const concerns = await db
    .selectFrom('concerns')
    .select('subject')
    .where('kind', '=', 'transfer_failed')
    .where('resolvedAt', 'is', null)
    .execute()
  return [...faults, ...concerns.map(({ subject }) => `a concern is left about the transfer ${subject}`)]
}
