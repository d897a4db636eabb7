/**
 * Asks for one URL at a fixed rate, whatever comes back, as strangers do. Arguments: the URL, requests a second, seconds.
 * Prints as JSON what was accepted, what was refused, and how long the accepted ones took, in milliseconds.
 */
import { Agent, get } from 'node:http'
import { percentile } from './figures.ts'

const [url = '', rate = '1', seconds = '1'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })
const accepted: number[] = []
const counts = { refused: 0, failed: 0 }

/** Resolves with the status, or 0 without an answer. */
const ask = () =>
  new Promise<number>((responded) => {
    const headers = { authorization: 'Bearer uncached', 'accept-encoding': 'zstd' }
    const requested = get(url, { agent, headers, timeout: 30_000 }, (response) => {
      response.resume()
      response.once('end', () => responded(response.statusCode ?? 0))
    })
    requested.once('timeout', () => requested.destroy())
    requested.once('error', () => responded(0))
  })

async function visit() {
  const began = performance.now()
  const status = await ask()
  if (status === 200) accepted.push(performance.now() - began)
  else if (status === 503) counts.refused += 1
  else counts.failed += 1
}

const visits: Promise<void>[] = []
const started = performance.now()
const total = Number(rate) * Number(seconds)
await new Promise<void>((sent) => {
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1_000) * Number(rate)))
    while (visits.length < due) visits.push(visit())
    if (visits.length < total) return
    clearInterval(timer)
    sent()
  }, 5)
})
await Promise.all(visits)
agent.destroy()
console.log(JSON.stringify({ ...counts, accepted: accepted.length, p99: percentile(accepted, 0.99) ?? null }))
