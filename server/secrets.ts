/** What must be secret and stay the same from one start to the next. A demo makes its own, beside its data; live is given it. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The secret in `folder`, made at the first start and readable by its owner only. Two processes that start at once get one. */
export async function keepSecret(folder: string): Promise<string> {
  const file = join(folder, 'auth-secret')
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known === null) {
    await mkdir(folder, { recursive: true })
    const draft = `${file}.${randomBytes(6).toString('hex')}`
    await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    // A whole file appears under the name, or the one that is there already stays.
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(draft)
  }
  const secret = (known ?? (await readFile(file, 'utf8'))).trim()
  if (secret.length < 32) throw new Error(`${file} holds no secret. Remove it, and everybody signs in again.`)
  return secret
}
