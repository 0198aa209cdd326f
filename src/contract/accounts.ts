import * as v from 'valibot';
import { limits } from './limits.ts';
import { storableText } from './text.ts';

const email = v.pipe(storableText, v.maxLength(limits.email), v.rfcEmail());

/** What the own backend asks of a registration. */
export const registrationSchema = v.object({
  name: v.pipe(
    storableText,
    v.maxLength(limits.name),
    v.check((name) => name.trim() !== '', 'must not be empty'),
  ),
  email,
  password: v.pipe(storableText, v.minLength(limits.password.min), v.maxLength(limits.password.max)),
});

/** What the own backend asks of a login; a password that registration would refuse is simply a wrong one. */
export const loginSchema = v.object({
  email: storableText,
  password: storableText,
});

/** The answer to both. Without a token and a userId it is a failure of the call. */
export const credentialsSchema = v.object({
  token: v.pipe(v.string(), v.nonEmpty()),
  userId: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty()),
});

/** The answer of `auth/me`; each half may be unknown on its own, and the navigation bar asks for each on its own. */
export const profileSchema = v.object({
  username: v.fallback(v.string(), ''),
  email: v.fallback(v.string(), ''),
});

export type Registration = v.InferOutput<typeof registrationSchema>;
export type Login = v.InferOutput<typeof loginSchema>;
export type Credentials = v.InferOutput<typeof credentialsSchema>;
export type Profile = v.InferOutput<typeof profileSchema>;
