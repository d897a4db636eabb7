/** What a mentor sees of their own checks. `app/views/mentors/own-checks.ts` makes it. */
import type { AddressCheck } from '#domain/mentors/checks'

/** `pendingCode`: recipient and expiry of the last verification code; null if none is pending. */
export type OwnAddress = {
  kind: AddressCheck
  title: string
  state: string | null
  pendingCode: { address: string; until: string } | null
}

export type OwnChecks = {
  addresses: OwnAddress[]
  documents: { id: string; words: string }[]
  mayAdd: boolean
}

/** The answer to one of the forms. `about`: the kind of address, or "document". */
export type OwnChecksResult = {
  about: string
  done: string | null
  fields: Record<string, string>
  typed: string
}
