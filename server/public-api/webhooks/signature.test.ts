import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { secretMaker } from '#server/platform/secrets'
import { secretOfEndpoint, signPayload } from '#server/public-api/webhooks/signature'

describe('signPayload', () => {
  it('is the HMAC-SHA256 of the seconds, a dot and the body', () => {
    const body = '{"id":"6b0c5a1e-8f0a-4a55-9d3c-0d3f4f6f2a10","type":"test"}'
    // printf '%s' "1893456000.$body" | openssl dgst -sha256 -hmac whsec_test
    expect(signPayload('whsec_test', body, new Date('2030-01-01T00:00:00.999Z'))).toBe(
      't=1893456000,v1=b7cecc4c7ebf7c59b29ecda7a6648c567ddc0f4cd5d809884c5c79789675c90d',
    )
  })
})

describe('the example in docs/webhooks.md', () => {
  it('accepts what is signed here, and nothing that is changed, old or of another secret', async () => {
    const [, code = ''] = /```js\n(.+?)```/s.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? []
    const { isFromLandfall } = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)
    const body = '{"type":"test"}'
    const at = new Date()
    const header = signPayload('whsec_test', body, at)
    expect(isFromLandfall(body, header, 'whsec_test')).toBe(true)
    expect(isFromLandfall(`${body} `, header, 'whsec_test')).toBe(false)
    expect(isFromLandfall(body, header, 'whsec_other')).toBe(false)
    const old = signPayload('whsec_test', body, new Date(at.getTime() - 301_000))
    expect(isFromLandfall(body, old, 'whsec_test')).toBe(false)
    for (const wrong of ['', 't=1', `${header}0`, undefined])
      expect(isFromLandfall(body, wrong, 'whsec_test')).toBe(false)
  })
})

describe('secretOfEndpoint', () => {
  const app = { secretFor: secretMaker('p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM=') }

  it('is always the same one, and another for each endpoint and each version', () => {
    const secrets = [
      secretOfEndpoint(app, { id: 'a', secretVersion: 1 }),
      secretOfEndpoint(app, { id: 'a', secretVersion: 2 }),
      secretOfEndpoint(app, { id: 'b', secretVersion: 1 }),
    ]
    expect(new Set(secrets).size).toBe(3)
    expect(secretOfEndpoint(app, { id: 'a', secretVersion: 1 })).toBe(secrets[0])
    expect(secrets[0]).toMatch(/^whsec_[\w-]{43}$/)
  })
})
