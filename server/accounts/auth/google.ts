/** Signing in by Google (OAuth 2.0, OpenID Connect): the way there and back. */
import {
  toHeaders,
  type BetterAuth,
  type ClientHeaders,
  type SetCookies,
} from '#server/accounts/auth/better-auth-calls'
import { localPath } from '#words/local-path'

/** The page shown when a Google sign-in failed. */
const FAILED = '/sign-in?failed=google'

/** For all requests to Google during one sign-in, in milliseconds. The library has no limit of its own. */
const TIMEOUT_MS = 8_000

export function connectGoogle({ library, endSession, readToken }: BetterAuth) {
  return {
    /** The address of Google's sign-in page. `next`: a path of ours to come back to. */
    async startGoogle(next: string, client: ClientHeaders): Promise<{ url: string; setCookies: SetCookies }> {
      const { api } = await library()
      const { headers, response } = await api.signInSocial({
        body: {
          provider: 'google',
          callbackURL: next,
          errorCallbackURL: localPath(FAILED),
          disableRedirect: true,
        },
        headers: toHeaders(client),
        returnHeaders: true,
      })
      if (!response.url) throw new Error('better-auth names no address of Google’s')
      return { url: response.url, setCookies: headers.getSetCookie() }
    },

    /**
     * Answers Google's callback. The only response of better-auth that goes out unchanged: a redirect to a path of
     * ours. A session created by a late response is unusable, since its cookie reaches no browser.
     */
    async finishGoogle(request: Request): Promise<Response> {
      const response = await inTime((await library()).handler(request))
      const isSignedIn = response.headers.getSetCookie().some((header) => readToken(header.split(';')[0]!))
      if (isSignedIn) await endSession({ cookies: request.headers.get('cookie') ?? '', userAgent: null })
      return response
    },
  }
}

function inTime(response: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(new Response(null, { status: 302, headers: { location: FAILED } })), TIMEOUT_MS)
  })
  return Promise.race([response, tooLate]).finally(() => clearTimeout(timer))
}
