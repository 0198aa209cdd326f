/** Paths of calls about the user's own account. Only our own backend has them. First visits do not load this file. */
export const accountTemplates = {
  name: '/auth/name',
  password: '/auth/password',
  sessions: '/auth/sessions',
  session: '/auth/sessions/:id',
  logout: '/auth/logout',
  recoveryCodes: '/auth/recovery-codes',
  recover: '/auth/recover',
  reset: '/auth/reset',
  deleteAccount: '/auth/delete-account',
  passkeys: '/auth/passkeys',
  passkeyOptions: '/auth/passkeys/options',
  passkeyLoginOptions: '/auth/passkeys/login-options',
  passkeyLogin: '/auth/passkeys/login',
  passkey: '/auth/passkeys/:id',
} as const;

export const accountPaths = {
  ...accountTemplates,
  session: (id: string) => `${accountTemplates.sessions}/${encodeURIComponent(id)}`,
  passkey: (id: string) => `${accountTemplates.passkeys}/${encodeURIComponent(id)}`,
} as const;
