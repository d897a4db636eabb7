/** Addresses of other sites, written so that they look like a path on this site. */
export const ELSEWHERE = [
  ['//evil.test', '///evil.test', '////evil.test', '/\\evil.test', '\\/evil.test', '\\\\evil.test', '/\\/evil.test'],
  [
    'https:evil.test',
    'https:/evil.test',
    'https://evil.test',
    'http:evil.test',
    'HTTPS://evil.test',
    ' https://evil.test',
  ],
  [
    'javascript:alert(1)//evil',
    'data:text/html,evil',
    'ftp://evil.test',
    'evil.test',
    '.evil.test',
    '@evil.test',
    ':evil',
  ],
  ['/\t/evil.test', '/\n/evil.test', '/\r\n/evil.test', '\t//evil.test', '/%09//evil.test', '/\u00a0/evil.test'],
  ['/a\r\nSet-Cookie: evil=1', '/a\r\nLocation: https://evil.test', '/a\nevil', '/\0/evil.test', '/a\u2028evil'],
  [
    '/..//evil.test',
    '/.//evil.test',
    '/a/..//evil.test',
    '/%2e%2e//evil.test',
    '/a/%2e%2e//evil.test',
    '/./\\evil.test',
  ],
  [
    '//evil.test/%2f..',
    '//evil%2etest',
    '//localhost@evil.test',
    '/\\\\evil.test',
    '//evil.test#@own',
    '//\u3002evil.test',
  ],
  ['\uff0f\uff0fevil.test', `/${'evil'.repeat(200)}`, '', '?evil', '#evil', '%2f%2fevil.test', '%5c%5cevil.test'],
].flat()

/** Whether a browser on this origin that is redirected there stays on it. */
export function staysOn(origin: string, location: string): boolean {
  if (!URL.canParse(location, origin)) return false
  const url = new URL(location, origin)
  return url.origin === origin && !url.pathname.startsWith('//')
}
