/** Fetches the file of exchange rates: from the operator's address alone, bounded in time and size. */
import { MAX_FILE_BYTES } from '#domain/payments/rates-file'
import { EUROPEAN_CENTRAL_BANK } from '#server/payments/rates/shipped-rates'

/** `source`: whose rates they are, as people read it. `fetch` throws unless the file comes whole and in time. */
export type RatesFile = { source: string; fetch: () => Promise<string> }

const TIMEOUT_MS = 10_000

export function connectRates(address: string, timeoutMs = TIMEOUT_MS): RatesFile {
  const { hostname } = new URL(address)
  return {
    source: hostname.endsWith('.ecb.europa.eu') ? EUROPEAN_CENTRAL_BANK : hostname,
    fetch: () => fetchFile(address, timeoutMs),
  }
}

async function fetchFile(address: string, timeoutMs: number): Promise<string> {
  const headers = { accept: 'application/xml, text/xml', 'user-agent': 'Landfall (exchange rates)' }
  const response = await fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel()
    throw new Error(`The file of exchange rates cannot be had: status ${response.status}`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > MAX_FILE_BYTES) throw new Error('The file of exchange rates is too large') // Leaving the loop ends the stream.
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
