/** Requests for the pages of a booking, made to its guards as the router makes them. */
import { RouterContextProvider } from 'react-router'
import type { Session } from '#domain/accounts/account'
import { addressContext, appContext, sessionContext } from '#server/context'
import { ORIGIN, type TestApp } from '../product/app.ts'

/** `address`: of the network it comes from. By default the machine's own, which no limit counts. */
type Visit = { path?: string; cookie?: string; address?: string; session?: Session | null }

/** What a route's loader is called with. */
export function visit({ app }: Pick<TestApp, 'app'>, { path = '/', cookie = '', address, session = null }: Visit = {}) {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  context.set(sessionContext, session)
  context.set(addressContext, address ?? '127.0.0.1')
  return { context, request: new Request(`${ORIGIN}${path}`, { headers: { cookie } }) }
}

/** The status that a guard throws, or 200 with what it gives. */
export async function readStatus(opening: Promise<unknown>): Promise<number> {
  try {
    await opening
    return 200
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status
    const status = (thrown as { init?: { status?: number } }).init?.status
    if (status === undefined) throw thrown
    return status
  }
}
