/** Passkeys: making one, and signing in with one (WebAuthn). A passkey stands for password and second step. */
import {
  attempt,
  toHeaders,
  type BetterAuth,
  type ClientHeaders,
  type SetCookies,
} from '#server/accounts/auth/better-auth-calls'

export function connectPasskeys({ library, endSession, withoutSession }: BetterAuth) {
  return {
    /**
     * What a browser needs to make a passkey for who is signed in: JSON for `parseCreationOptionsFromJSON`. Null if
     * no one is. The caller checks whether the identity was confirmed recently.
     */
    async registration(client: ClientHeaders): Promise<{ options: unknown; setCookies: SetCookies } | null> {
      const { api } = await library()
      const result = await attempt(() =>
        api.generatePasskeyRegistrationOptions({ query: {}, headers: toHeaders(client), returnHeaders: true }),
      )
      return result.ok ? { options: result.value.response, setCookies: result.value.headers.getSetCookie() } : null
    },

    /**
     * `response`: what the browser made of the options. Returns the passkey's id; null if the response is not valid.
     */
    async register(response: unknown, name: string, client: ClientHeaders): Promise<string | null> {
      const { api } = await library()
      const result = await attempt(() =>
        api.verifyPasskeyRegistration({ body: { response, name }, headers: toHeaders(client) }),
      )
      return result.ok ? result.value.id : null
    },

    /** What a browser needs to sign in with a passkey. */
    async challenge(client: ClientHeaders): Promise<{ options: unknown; setCookies: SetCookies }> {
      const { api } = await library()
      const { headers, response } = await api.generatePasskeyAuthenticationOptions({
        headers: toHeaders({ ...client, cookies: withoutSession(client.cookies) }),
        returnHeaders: true,
      })
      // Requested here as well as checked afterwards, because some devices would otherwise skip it and then be refused.
      return { options: { ...response, userVerification: 'required' }, setCookies: headers.getSetCookie() }
    },

    /** Signs in. Null if the response is not valid, or the account is suspended. */
    async signIn(response: unknown, client: ClientHeaders): Promise<SetCookies | null> {
      const { api } = await library()
      const result = await attempt(() =>
        api.verifyPasskeyAuthentication({
          body: { response: response as never },
          headers: toHeaders(client),
          returnHeaders: true,
        }),
      )
      if (!result.ok) return null
      await endSession(client)
      return result.value.headers.getSetCookie()
    },
  }
}
