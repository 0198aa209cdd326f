import * as v from 'valibot';
import { nameSchema, passwordSchema } from './accounts.ts';
import { storableText } from './text.ts';

/** The body of `PUT /auth/name`, and of its answer. */
export const newNameSchema = v.object({ name: nameSchema });

/** The body of `PUT /auth/password`. The answer has new credentials (`credentialsSchema`), as every session ends. */
export const passwordChangeSchema = v.object({ password: storableText, newPassword: passwordSchema });

/** The body of the calls that make recovery codes or delete the account: only the password. */
export const confirmationSchema = v.object({ password: storableText });

/** A session's id: the SHA-256 of its bearer token, in base64url. The id allows its holder only to end the session. */
export const sessionIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/**
 * A session in the answer to `GET /auth/sessions`, which begins with the most recently used. Times: ISO 8601 in UTC.
 */
export const sessionSchema = v.object({
  id: sessionIdSchema,
  createdAt: v.string(),
  /** Precise to an hour (`limits.tokenTouch`). */
  lastUsedAt: v.string(),
  /** Browser and system, as the `User-Agent` of the login named them: "Firefox on Linux"; empty if unknown. */
  device: v.string(),
  isCurrent: v.boolean(),
});

/** The body of `POST /auth/logout`. */
export const logoutSchema = v.object({ session: sessionIdSchema });

/** The answer to `GET /auth/recovery-codes`; `createdAt` is `null` if no codes are left. */
export const recoveryCodesLeftSchema = v.object({
  left: v.pipe(v.number(), v.integer()),
  createdAt: v.nullable(v.string()),
});

/** The answer to `POST /auth/recovery-codes`: all new codes. The server can never show them again. */
export const recoveryCodesSchema = v.object({ codes: v.array(v.string()) });

/** The body of `POST /auth/recover`. A code may be typed in any case, and with or without its hyphens. */
export const recoverySchema = v.object({ email: storableText, code: storableText, newPassword: passwordSchema });

/** The body of `POST /auth/reset`; `link` is the secret after the `#` of the operator's link. */
export const resetSchema = v.object({ link: storableText, newPassword: passwordSchema });

export type PasswordChange = v.InferOutput<typeof passwordChangeSchema>;
export type ListedSession = v.InferOutput<typeof sessionSchema>;
export type RecoveryCodesLeft = v.InferOutput<typeof recoveryCodesLeftSchema>;
export type RecoveryCodes = v.InferOutput<typeof recoveryCodesSchema>;
export type Recovery = v.InferOutput<typeof recoverySchema>;
export type Reset = v.InferOutput<typeof resetSchema>;
