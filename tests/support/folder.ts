/** A folder for each test of a file, which is removed after it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** That of the test that runs now. */
export let folder: string

/** Makes one before each test of a file. */
export function useFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'landfall-test-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
}
