/** The product for all tests of a file, from its opening to its end. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { warmUp } from '../accounts/accounts.ts'
import { openTestApp, type TestApp } from './app.ts'

/** The product of the test file that runs now. Set while its tests run. */
export let test: TestApp

/** Its App before a test replaces parts of it. */
export let usual: Readonly<TestApp['app']>

/**
 * Opens the product before the tests of a file, empties it before each of them and closes it after the last. What a
 * test replaced in the App is as before in the next. `accounts`: prepares what the first sign-in would wait for.
 * `unchecked`: tests may break the invariants of bookings.
 */
export function useProduct({ accounts = false, unchecked = false } = {}): void {
  beforeAll(async () => {
    test = await openTestApp()
    if (accounts) await warmUp(test)
  })
  let begun = false
  beforeEach(async () => {
    if (!begun) usual = { ...test.app } // As the file's own `beforeAll` left it.
    begun = true
    Object.assign(test.app, usual)
    await test.reset({ unchecked })
  })
  afterAll(async () => {
    if (unchecked) await test.reset({ unchecked })
    await test.close()
  })
}
