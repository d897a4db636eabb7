import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig, warningsAbout } from '#server/platform/config'
import { isGuessable, keepSecret } from '#server/platform/secrets'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'landfall-secret-')), 'data')
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

describe('the secret of a demo', () => {
  it('is made once for each folder, for its owner’s eyes only, and is the same from one start to the next', async () => {
    const secret = await keepSecret(folder)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await keepSecret(folder)).toBe(secret)
    expect((await readFile(join(folder, 'auth-secret'), 'utf8')).trim()).toBe(secret)
    expect((await stat(join(folder, 'auth-secret'))).mode & 0o777).toBe(0o600)
    expect(await keepSecret(join(folder, 'other'))).not.toBe(secret)
  })

  it('is one for all who start at once, and nothing else is left', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => keepSecret(folder)))
    expect(new Set(secrets).size).toBe(1)
    expect(await readdir(folder)).toEqual(['auth-secret'])
  })

  it('is taken from its file as written, with a line end behind, unless that holds too little', async () => {
    await keepSecret(folder)
    await writeFile(join(folder, 'auth-secret'), `${'a'.repeat(32)}\n`)
    expect(await keepSecret(folder)).toBe('a'.repeat(32))
    await writeFile(join(folder, 'auth-secret'), 'short')
    await expect(keepSecret(folder)).rejects.toThrow(/auth-secret holds no secret/)
  })
})

describe('a secret of the operator’s', () => {
  it.each([
    'x'.repeat(32),
    'abababababababababababababababab',
    '0123456789abcdef0123456789abcdef',
    'abcdefghijklmnopqrstuvwxyz012345',
    'changeme-changeme-changeme-change',
    'this is my super secret password',
    'correct-horse-battery-staple-2026',
    'PleaseReplaceThisSecretBeforeGoingLive',
    'p3KzR0vYc9mQwT7up3KzR0vYc9mQwT7u',
    'qwertyuiopasdfghjklzxcvbnm123456',
  ])('of repetitions, runs or words could be guessed: %s', (secret) => {
    expect(isGuessable(secret)).toBe(true)
  })

  it('that a machine made could not, in whichever letters it is written', () => {
    const guessable: string[] = []
    for (let seed = 0; seed < 200; seed += 1) {
      const bytes = createHash('sha256').update(`secret ${seed}`).digest()
      const written = [
        bytes.toString('base64'),
        bytes.toString('base64url').slice(0, 32),
        bytes.toString('hex').slice(0, 32),
        [...bytes].map((byte) => (byte % 36).toString(36)).join(''),
      ]
      guessable.push(...written.filter(isGuessable))
    }
    expect(guessable).toEqual([])
  })

  it('causes a warning in a demo if guessable, and is not printed', () => {
    const guessable = loadConfig({ AUTH_SECRET: 'correct-horse-battery-staple-2026' })
    const [warning, ...others] = guessable.ok ? warningsAbout(guessable.value) : []
    expect(warning).toMatch(/^AUTH_SECRET: (?!.*horse).*openssl rand -base64 32/)
    expect(others).toEqual([])
    const none = loadConfig({})
    expect(none.ok && warningsAbout(none.value)).toEqual([])
  })
})
