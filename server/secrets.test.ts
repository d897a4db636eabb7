import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepSecret } from '#server/secrets'

let folder: string
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'landfall-secret-')), 'data')
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

describe('the secret of a demo', () => {
  it('is made once, and is the same from one start to the next', async () => {
    const secret = await keepSecret(folder)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await keepSecret(folder)).toBe(secret)
    expect((await readFile(join(folder, 'auth-secret'), 'utf8')).trim()).toBe(secret)
  })

  it('is another in another folder', async () => {
    expect(await keepSecret(folder)).not.toBe(await keepSecret(join(folder, 'other')))
  })

  it('is for its owner’s eyes only', async () => {
    await keepSecret(folder)
    expect((await stat(join(folder, 'auth-secret'))).mode & 0o777).toBe(0o600)
  })

  it('is one for all who start at once, and nothing else is left', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => keepSecret(folder)))
    expect(new Set(secrets).size).toBe(1)
    expect(await readdir(folder)).toEqual(['auth-secret'])
  })

  it('is not taken from a file that holds too little', async () => {
    await keepSecret(folder)
    await writeFile(join(folder, 'auth-secret'), 'short')
    await expect(keepSecret(folder)).rejects.toThrow(/auth-secret holds no secret/)
  })

  it('is taken as somebody wrote it, with a line end behind', async () => {
    await keepSecret(folder)
    await writeFile(join(folder, 'auth-secret'), `${'a'.repeat(32)}\n`)
    expect(await keepSecret(folder)).toBe('a'.repeat(32))
  })
})
