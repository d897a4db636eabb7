import { describe, expect, it } from 'vitest'
import { clientAddress } from '#server/platform/http/client-address'

const proxies = ['10.0.0.0/8', 'fd00::/8']

describe('clientAddress', () => {
  it.each<[string, { socket: string; header?: string; trusted?: string[]; client: string }]>([
    [
      'is the socket’s although the client sends the header',
      { socket: '203.0.113.7', header: '198.51.100.1', client: '203.0.113.7' },
    ],
    [
      'is the socket’s if that is not a trusted proxy',
      { socket: '203.0.113.7', header: '198.51.100.1', trusted: proxies, client: '203.0.113.7' },
    ],
    [
      'is what the proxy saw, even if the client has sent the header too',
      { socket: '10.0.0.1', header: '127.0.0.1, 198.51.100.1, 203.0.113.7', trusted: proxies, client: '203.0.113.7' },
    ],
    [
      'is found behind a chain of trusted proxies',
      {
        socket: '10.0.0.1',
        header: '198.51.100.1, 203.0.113.7, 10.0.0.3, 10.0.0.2',
        trusted: proxies,
        client: '203.0.113.7',
      },
    ],
    [
      'is the proxy’s if the header ends in a word',
      { socket: '10.0.0.1', header: '203.0.113.7, unknown', trusted: proxies, client: '10.0.0.1' },
    ],
    [
      'is the last readable one',
      { socket: '10.0.0.1', header: "'; drop table bookings, 10.0.0.2", trusted: proxies, client: '10.0.0.2' },
    ],
    [
      'is not read from an address in another notation',
      { socket: '10.0.0.1', header: '0x7f.1', trusted: proxies, client: '10.0.0.1' },
    ],
    [
      'is read without the port that some proxies write after it',
      { socket: '10.0.0.1', header: '203.0.113.7:52114', trusted: proxies, client: '203.0.113.7' },
    ],
    [
      'is read past a trusted proxy that is written with a port',
      { socket: '10.0.0.1', header: '203.0.113.7:1, 10.0.0.3:443', trusted: proxies, client: '203.0.113.7' },
    ],
    [
      'is IPv4 if brackets hold it as IPv6',
      { socket: '10.0.0.1', header: '[::ffff:203.0.113.7]:80', trusted: proxies, client: '203.0.113.7' },
    ],
    [
      'is the nearest readable one behind RFC 7239’s word for a hidden client',
      { socket: '10.0.0.1', header: '203.0.113.7, _hidden, 10.0.0.2:443', trusted: proxies, client: '10.0.0.2' },
    ],
    [
      'is not read from an IPv6 address without brackets before a port',
      { socket: '10.0.0.1', header: '[2001:db8::7:80', trusted: proxies, client: '10.0.0.1' },
    ],
    [
      'is found behind a proxy whose IPv4 address is given as IPv6',
      { socket: '::ffff:10.0.0.1', header: '::ffff:203.0.113.7', trusted: proxies, client: '203.0.113.7' },
    ],
    ['is IPv6 in one spelling', { socket: '2001:DB8:0:0:0:0:0:1', client: '2001:db8::1' }],
    [
      'is the socket’s if only networks of the other family are trusted',
      { socket: 'fd00::1', header: '2001:db8::7', trusted: ['10.0.0.0/8'], client: 'fd00::1' },
    ],
    [
      'is the socket’s text if that is not an address',
      { socket: '', header: '203.0.113.7', trusted: proxies, client: '' },
    ],
  ])('%s', (_what, { socket, header, trusted = [], client }) => {
    expect(clientAddress(socket, header, trusted)).toBe(client)
  })
})
