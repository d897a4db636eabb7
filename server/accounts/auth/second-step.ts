/** The second step: an authenticator app (TOTP, RFC 6238) or one of ten backup codes, after the password. */
import { isAppCode } from '#domain/accounts/account'
import { err, ok, type Result } from '#domain/result'
import {
  attempt,
  toHeaders,
  type BetterAuth,
  type ClientHeaders,
  type SetCookies,
} from '#server/accounts/auth/better-auth-calls'
import { readSignedCookie } from '#server/accounts/auth/session-cookie'

/** `over`: too many tries, or too late: sign in again. */
export type SecondStepError = { code: 'wrong_code' } | { code: 'wrong_password' } | { code: 'over' }

export function connectSecondStep({ library, secret, withoutSession }: BetterAuth) {
  return {
    /** The account whose second step this browser has to take. Null if it took no first step, or too long ago. */
    async accountAtSecondStep(client: ClientHeaders): Promise<string | null> {
      const context = await (await library()).$context
      const challenge = readSignedCookie(client.cookies, context.createAuthCookie('two_factor').name, secret)
      const found = challenge && (await context.internalAdapter.findVerificationValue(challenge))
      // Signed cookies do not name their purpose, so this may be the challenge of a passkey, whose value is not an id.
      return found && /^[\da-f-]{36}$/.test(found.value) ? found.value : null
    },

    /** Signs in, by a code of the authenticator app or by a backup code, each of which works once. */
    async verifySecondStep(code: string, client: ClientHeaders): Promise<Result<SetCookies, SecondStepError>> {
      const { api } = await library()
      const headers = toHeaders({ ...client, cookies: withoutSession(client.cookies) })
      const given = code.replaceAll(/\s/g, '')
      const result = await attempt(() =>
        isAppCode(given)
          ? api.verifyTOTP({ body: { code: given }, headers, returnHeaders: true })
          : api.verifyBackupCode({ body: { code: given }, headers, returnHeaders: true }),
      )
      if (result.ok) return ok(result.value.headers.getSetCookie())
      return err({ code: /^INVALID_(CODE|BACKUP_CODE)$/.test(result.error) ? 'wrong_code' : 'over' })
    },

    /**
     * Makes what the authenticator app scans, and ten backup codes. Signing in stays as it is until
     * `confirmSecondStep`.
     */
    async beginSecondStep(
      password: string,
      client: ClientHeaders,
    ): Promise<Result<{ uri: string; backupCodes: string[] }, SecondStepError>> {
      const { api } = await library()
      const result = await attempt(() =>
        api.enableTwoFactor({ body: { password, method: 'totp' }, headers: toHeaders(client) }),
      )
      if (!result.ok) return err({ code: result.error === 'INVALID_PASSWORD' ? 'wrong_password' : 'over' })
      const { value } = result
      if (!('totpURI' in value)) throw new Error('better-auth set up no authenticator app')
      return ok({ uri: value.totpURI, backupCodes: value.backupCodes })
    },

    /** From now on signing in asks for a code. The session gets a new token. */
    async confirmSecondStep(code: string, client: ClientHeaders): Promise<Result<SetCookies, SecondStepError>> {
      const { api } = await library()
      const given = code.replaceAll(/\s/g, '')
      const result = await attempt(() =>
        api.verifyTOTP({ body: { code: given }, headers: toHeaders(client), returnHeaders: true }),
      )
      return result.ok ? ok(result.value.headers.getSetCookie()) : err({ code: 'wrong_code' })
    },

    async endSecondStep(password: string, client: ClientHeaders): Promise<Result<SetCookies, SecondStepError>> {
      const { api } = await library()
      const result = await attempt(() =>
        api.disableTwoFactor({ body: { password }, headers: toHeaders(client), returnHeaders: true }),
      )
      return result.ok ? ok(result.value.headers.getSetCookie()) : err({ code: 'wrong_password' })
    },
  }
}
