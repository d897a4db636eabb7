/** Errors a user can act on are values; a throw is a bug or an outage. */
export type Result<Value, Refusal> = { ok: true; value: Value } | { ok: false; error: Refusal }

export const ok = <Value>(value: Value) => ({ ok: true, value }) as const
export const err = <Refusal>(error: Refusal) => ({ ok: false, error }) as const
