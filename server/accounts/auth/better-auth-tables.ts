/** Our names for better-auth's tables and columns. */

export const ACCOUNTS = {
  modelName: 'accounts',
  fields: {
    emailVerified: 'email_verified',
    image: 'picture',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
} as const

export const SESSIONS = {
  modelName: 'sessions',
  fields: {
    userId: 'account_id',
    userAgent: 'user_agent',
    ipAddress: 'address',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    expiresAt: 'expires_at',
  },
  additionalFields: {
    role: { type: 'string', required: true, input: false, defaultValue: 'member' },
    provenAt: { type: 'date', required: false, input: false, fieldName: 'proven_at' },
  },
} as const

export const CREDENTIALS = {
  modelName: 'credentials',
  fields: {
    userId: 'account_id',
    providerId: 'provider',
    accountId: 'provider_account',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
} as const

export const VERIFICATIONS = {
  modelName: 'verifications',
  fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
} as const

export const SECOND_FACTORS = {
  user: { fields: { twoFactorEnabled: 'second_factor' } },
  twoFactor: {
    modelName: 'second_factors',
    fields: {
      userId: 'account_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failures',
      lockedUntil: 'locked_until',
    },
  },
} as const

export const PASSKEYS = {
  passkey: {
    modelName: 'passkeys',
    fields: {
      userId: 'account_id',
      publicKey: 'public_key',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
} as const
