/** What tools of the field make of the API's document: a linter, and a generated client that books a session. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { generateApi } from 'swagger-typescript-api'
import { transformWithOxc } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeBookingForm } from '../../tests/support/bookings/requests.ts'
import { addMentor, ORIGIN } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()
let source: string
beforeAll(async () => {
  source = await (await test.site.request('/api/v1/openapi.json')).text()
})

type Call = (...args: unknown[]) => Promise<{ data: Record<string, unknown> }>
type Client = { api: Record<'listMentors' | 'getMentor' | 'createCheckout' | 'getBooking' | 'cancelBooking', Call> }
type Generated = { Api: new (options: object) => Client }

/** The client that the generator writes, which sends its requests to this test's site. */
async function generateClient(): Promise<Client> {
  const { files } = await generateApi({
    spec: JSON.parse(source),
    output: false,
    silent: true,
    httpClientType: 'fetch',
  })
  const { code } = await transformWithOxc(files[0]!.fileContent, 'client.ts')
  const generated = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Generated
  const customFetch = (address: string, init: RequestInit) => test.site.request(address.replace(ORIGIN, ''), init)
  return new generated.Api({ baseUrl: ORIGIN, customFetch })
}

describe('the OpenAPI document', () => {
  it('has no error and no warning by the recommended rules of Redocly’s linter', async () => {
    const problems = await lintFromString({ source, config: await createConfig({ extends: ['recommended'] }) })
    expect(problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)).toEqual([])
  })

  it('makes a client by which a program finds a mentor, holds a time, reads the booking and cancels it', async () => {
    const mentor = await addMentor(test)
    const { api } = await generateClient()
    const { data: detail } = await api.getMentor(mentor.slug)
    expect(detail).toMatchObject({ slug: mentor.slug })
    const { data: held } = await api.createCheckout(makeBookingForm(mentor))
    const { reference, secret } = held as { reference: string; secret: string }
    const headers = { headers: { 'Booking-Secret': secret } }
    expect((await api.getBooking(reference, headers)).data).toMatchObject({ status: 'held', reference })
    expect((await api.cancelBooking(reference, {}, headers)).data).toMatchObject({ status: 'expired' })
  })
})
