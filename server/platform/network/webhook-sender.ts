/** Sends webhooks: one POST, within ten seconds, nowhere but on the internet, and following no redirect. */
import type { IncomingMessage } from 'node:http'
import { ok, type Result } from '#domain/result'
import { readOutsideAddress } from '#domain/outside-address'
import type { Network } from '#server/platform/network/network'
import { readFirst, requestOutside, withDeadline, type OutsideProblem } from '#server/platform/network/outside-request'

/** `excerpt`: the beginning of the response's body, on one line. */
type WebhookResponse = { status: number; excerpt: string }

export type WebhookSender = {
  /** Never throws. A response counts once its status has arrived, whatever its body does. */
  post(address: string, body: string, headers: Record<string, string>): Promise<Result<WebhookResponse, OutsideProblem>>
}

/** `deadlineMs`: for everything, from resolving the name to the response. */
type Connection = { network: Network; deadlineMs?: number }

const DEADLINE_MS = 10_000
/** Of a response's body. */
const MAX_BYTES = 1_024
/** Characters. */
const MAX_EXCERPT = 200

export function connectWebhooks({ network, deadlineMs = DEADLINE_MS }: Connection): WebhookSender {
  return {
    async post(address, body, headers) {
      const read = readOutsideAddress(address)
      if (!read.ok) return { ok: false, error: 'not_allowed' }
      let status: number | null = null
      const posted = await withDeadline(
        deadlineMs,
        async (signal): Promise<Result<WebhookResponse, OutsideProblem>> => {
          const bytes = Buffer.from(body)
          const response = await requestOutside(network, read.value, {
            method: 'POST',
            signal,
            body: bytes,
            headers: {
              'Content-Type': 'application/json',
              'Content-Length': String(bytes.byteLength),
              'Accept-Encoding': 'identity',
              'User-Agent': 'Landfall (webhooks)',
              ...headers,
            },
          })
          if (!response.ok) return response
          status = response.value.statusCode ?? 0
          return ok({ status, excerpt: await readExcerpt(response.value) })
        },
      )
      return !posted.ok && status !== null ? ok({ status, excerpt: '' }) : posted
    },
  }
}

/** The database and a page can hold it: on one line, without control characters. */
async function readExcerpt(response: IncomingMessage): Promise<string> {
  const { bytes } = await readFirst(response, MAX_BYTES)
  const line = new TextDecoder().decode(bytes).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  return [...line.trim()].slice(0, MAX_EXCERPT).join('')
}
