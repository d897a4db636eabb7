/**
 * Mentors' accounts at the payment service, and transfers to them: separate charges and transfers, Express accounts.
 * Source: docs.stripe.com/connect/separate-charges-and-transfers, /connect/migrate-to-controller-properties, /api/transfers.
 */
import type { Stripe } from 'stripe'
import { PaymentsUnavailable } from '#domain/payments/checkout'
import { TransferRefused, type Transfer, type TransferReversal } from '#domain/payments/transfer'
import { toServiceAmount } from '#domain/payments/charges'
import { TRANSFERS_STATES, type ConnectedAccount } from '#domain/payments/connected-account'
import type { MinorUnits, Money } from '#domain/payments/money'
import { readItems, toMoney, within } from '#server/payments/stripe/stripe-objects'
import {
  callStripe,
  errorCode,
  isMissing,
  isRefusal,
  isReplayedFailure,
  MAX_KEYS,
} from '#server/payments/stripe/timeout'

/** `stripe`: the client, opened by the first call. */
export function connectCalls(stripe: () => Promise<Stripe>) {
  /** Sends under one key after the other while the service repeats a failure under the one before; looks first for what was made. */
  async function sendOnce<Made>(
    idempotencyKey: string,
    {
      send,
      find,
    }: { send: (options: { idempotencyKey: string }) => Promise<Made>; find: () => Promise<Made | undefined> },
  ): Promise<Made> {
    for (let attempt = 1; ; attempt += 1) {
      const key = attempt === 1 ? idempotencyKey : `${idempotencyKey}:again:${attempt}`
      try {
        return await send({ idempotencyKey: key })
      } catch (error) {
        if (!isReplayedFailure(error) && !isRefusal(error)) throw error
        const found = await find()
        if (found) return found
        if (isRefusal(error)) throw new TransferRefused(errorCode(error), { cause: error })
        if (attempt === MAX_KEYS) throw error
      }
    }
  }

  async function listTransfers(group: string): Promise<Transfer[]> {
    const sdk = await stripe()
    const made = await callStripe(() => sdk.transfers.list({ transfer_group: group, limit: 100 }))
    return readItems(made).map(toTransfer)
  }

  /** The charge of a payment, from which transfers are made. Throws `TransferRefused` if the service does not know it. */
  async function readCharge(paymentIntent: string): Promise<string> {
    const sdk = await stripe()
    try {
      const { latest_charge: charge } = await callStripe(() => sdk.paymentIntents.retrieve(paymentIntent))
      const id = idOf(charge)
      if (!id) throw new PaymentsUnavailable('A payment came without its charge')
      return id
    } catch (error) {
      if (isRefusal(error)) throw new TransferRefused(errorCode(error), { cause: error })
      throw error
    }
  }

  return {
    /** The latest 100 transfers of a group, newest first. */
    listTransfers,

    /** Opens an Express account, once per `key`. Throws `TransferRefused`: `country_unsupported` where there are none. */
    async createAccount({ mentorId, country, email, key }: NewAccount): Promise<ConnectedAccount> {
      const sdk = await stripe()
      const account = {
        controller: {
          stripe_dashboard: { type: 'express' as const },
          fees: { payer: 'application' as const },
          losses: { payments: 'application' as const },
          requirement_collection: 'stripe' as const,
        },
        capabilities: { transfers: { requested: true } },
        country,
        email,
        metadata: { mentor: mentorId },
      }
      return sendOnce(key, {
        send: async (options) => toAccount(await callStripe(() => sdk.accounts.create(account, options))),
        find: async () => undefined, // An account whose creation got no response stays unused: no one gets a link to it.
      })
    },

    /** Null if the account is gone, or no longer connected to the platform. */
    async readAccount(id: string): Promise<ConnectedAccount | null> {
      const sdk = await stripe()
      try {
        return toAccount(await callStripe(() => sdk.accounts.retrieve(id)))
      } catch (error) {
        if (isMissing(error) || errorCode(error) === 'account_invalid') return null
        throw error
      }
    },

    /**
     * The address of the service's form, for one visit. `returnUrl`: after it; `refreshUrl`: when the address is used up.
     * Throws `TransferRefused` with `account_invalid` for an account that is no longer connected.
     */
    async openOnboarding(account: string, { returnUrl, refreshUrl }: { returnUrl: string; refreshUrl: string }) {
      const sdk = await stripe()
      const link = { account, return_url: returnUrl, refresh_url: refreshUrl, type: 'account_onboarding' as const }
      return openLink(() => sdk.accountLinks.create(link))
    },

    /** The address of the account's own pages at the service, for one visit. Throws `TransferRefused` before onboarding. */
    async openDashboard(account: string): Promise<string> {
      const sdk = await stripe()
      return openLink(() => sdk.accounts.createLoginLink(account))
    },

    /** What the service paid from an account to its owner's bank. Null if it does not know this id. */
    async readBankPayout(account: string, id: string): Promise<BankPayout | null> {
      const sdk = await stripe()
      try {
        const payout = await callStripe(() => sdk.payouts.retrieve(id, {}, { stripeAccount: account }))
        return { ...toMoney(payout.amount, payout.currency), failed: payout.status === 'failed' }
      } catch (error) {
        if (isMissing(error) || errorCode(error) === 'account_invalid') return null
        throw error
      }
    },

    /**
     * Transfers money to an account, once per `key`, which the transfer carries as metadata. Throws `TransferRefused` if it was
     * refused and does not exist.
     */
    async transfer(request: {
      account: string
      amount: MinorUnits
      currency: string
      /** The payment whose charge the money comes from, also while it is on its way; null: from what the site has available. */
      paymentIntent: string | null
      group: string
      key: string
      /** The service stores its answer under this key for a day. */
      idempotencyKey: string
    }): Promise<Transfer> {
      const sdk = await stripe()
      const { account: destination, currency, group: transfer_group, key, paymentIntent, idempotencyKey } = request
      const transfer = {
        amount: toServiceAmount(request.amount, currency),
        currency: currency.toLowerCase(),
        destination,
        ...(paymentIntent !== null && { source_transaction: await readCharge(paymentIntent) }),
        transfer_group,
        metadata: { key },
      }
      return sendOnce(idempotencyKey, {
        send: async (options) => toTransfer(await callStripe(() => sdk.transfers.create(transfer, options))),
        find: async () => (await listTransfers(transfer_group)).find((each) => each.key === key),
      })
    },

    /** Takes back a part of a transfer, once per `key`. Throws `TransferRefused` if it was refused and does not exist. */
    async reverseTransfer(request: {
      transfer: string
      amount: MinorUnits
      currency: string
      key: string
    }): Promise<TransferReversal> {
      const sdk = await stripe()
      const { transfer, currency, key } = request
      const reversal = { amount: toServiceAmount(request.amount, currency), metadata: { key } }
      return sendOnce(key, {
        send: async (options) =>
          toReversal(await callStripe(() => sdk.transfers.createReversal(transfer, reversal, options))),
        find: async () => {
          const made = readItems(await callStripe(() => sdk.transfers.listReversals(transfer, { limit: 100 })))
          return made.map(toReversal).find((each) => each.key === key)
        },
      })
    },

    /** Null if the service does not know this id. */
    async readTransfer(id: string): Promise<{ transfer: Transfer; reversals: TransferReversal[] } | null> {
      const sdk = await stripe()
      try {
        const transfer = await callStripe(() => sdk.transfers.retrieve(id))
        const reversals = readItems(await callStripe(() => sdk.transfers.listReversals(id, { limit: 100 })))
        return { transfer: toTransfer(transfer), reversals: reversals.map(toReversal) }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },

    /** Calls `take` with every transfer made in [from, to), newest first. */
    async eachTransfer(from: Date, to: Date, take: (transfer: Transfer) => void): Promise<void> {
      const sdk = await stripe()
      const pages = sdk.transfers.list({ created: within(from, to), limit: 100 })
      await callStripe(() => pages.autoPagingEach((transfer) => take(toTransfer(transfer))))
    },

    /** What the platform holds, by currency: at once, and once it has arrived. May be negative. */
    async readBalance(): Promise<{ available: Balance[]; pending: Balance[] }> {
      const sdk = await stripe()
      const { available, pending } = await callStripe(() => sdk.balance.retrieve())
      return { available: available.map(toBalance), pending: pending.map(toBalance) }
    },
  }
}

/** `key`: of the request. The same returns the same account for a day. */
type NewAccount = { mentorId: string; country: string; email: string; key: string }

type BankPayout = Money & { failed: boolean }

async function openLink(send: () => PromiseLike<{ url: string }>): Promise<string> {
  try {
    return (await callStripe(send)).url
  } catch (error) {
    if (isRefusal(error)) throw new TransferRefused(errorCode(error), { cause: error })
    throw error
  }
}

/** `amount` in minor units. */
export type Balance = { amount: number; currency: string }

function toBalance({ amount, currency }: Stripe.Balance.Available): Balance {
  const size = toMoney(Math.abs(amount), currency)
  return { amount: amount < 0 ? -size.amount : size.amount, currency: size.currency }
}

function toAccount(account: Stripe.Account): ConnectedAccount {
  if (account.object !== 'account' || !account.id) throw new PaymentsUnavailable('An account came in the wrong shape')
  const { requirements } = account
  return {
    id: account.id,
    country: account.country ?? '',
    transfers: TRANSFERS_STATES.find((state) => state === account.capabilities?.transfers) ?? 'inactive',
    payoutsEnabled: account.payouts_enabled,
    detailsSubmitted: account.details_submitted,
    due: [...new Set([...(requirements?.past_due ?? []), ...(requirements?.currently_due ?? [])])],
    dueBy: requirements?.current_deadline ? new Date(requirements.current_deadline * 1000) : null,
    disabledReason: requirements?.disabled_reason ?? null,
  }
}

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

function toTransfer(transfer: Stripe.Transfer): Transfer {
  if (transfer.object !== 'transfer' || !transfer.id)
    throw new PaymentsUnavailable('A transfer came in the wrong shape')
  const { amount_reversed: reversed, currency } = transfer
  return {
    id: transfer.id,
    ...toMoney(transfer.amount, currency),
    reversed: toMoney(reversed, currency).amount,
    account: idOf(transfer.destination),
    group: transfer.transfer_group ?? '',
    createdAt: new Date(transfer.created * 1000),
    key: transfer.metadata?.['key'] ?? null,
  }
}

function toReversal(reversal: Stripe.TransferReversal): TransferReversal {
  if (reversal.object !== 'transfer_reversal' || !reversal.id)
    throw new PaymentsUnavailable('A reversal came in the wrong shape')
  return {
    id: reversal.id,
    ...toMoney(reversal.amount, reversal.currency),
    transfer: idOf(reversal.transfer),
    key: reversal.metadata?.['key'] ?? null,
  }
}
