import { describe, expect, it } from 'vitest'
import { readPosted } from '#server/platform/http/form'

const post = (type: string | null, body: string) =>
  new Request('http://landfall.test/zone', {
    method: 'POST',
    body,
    headers: type === null ? {} : { 'content-type': type },
  })

describe('readPosted', () => {
  it.each([
    ['as browsers send one', 'application/x-www-form-urlencoded', 'zone=Europe%2FLondon'],
    [
      'in parts',
      'multipart/form-data; boundary=q',
      '--q\r\nContent-Disposition: form-data; name="zone"\r\n\r\nEurope/London\r\n--q--\r\n',
    ],
  ])('reads a form %s', async (_how, type, body) => {
    expect((await readPosted(post(type, body))).get('zone')).toBe('Europe/London')
  })

  it.each([
    ['is JSON', 'application/json', '{}'],
    ['is plain text', 'text/plain', 'zone=Europe/London'],
    ['has no type', null, 'zone'],
    ['is in parts without a boundary', 'multipart/form-data', '--q'],
    ['is in parts that are cut off', 'multipart/form-data; boundary=q', '--q\r\nContent-Disposition: form'],
  ])('throws a 400 response for a body that %s', async (_what, type, body) => {
    await expect(readPosted(post(type, body))).rejects.toMatchObject({ status: 400 })
  })
})
