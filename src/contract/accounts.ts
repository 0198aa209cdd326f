import * as v from 'valibot';
import { limits } from './limits.ts';
import { showsNothing } from './shows-nothing.ts';
import { storableText } from './text.ts';

const email = v.pipe(storableText, v.maxLength(limits.email), v.rfcEmail());

/** A new password that Storyline's own backend accepts. */
export const passwordSchema = v.pipe(storableText, v.minLength(limits.password.min), v.maxLength(limits.password.max));

/** An author's name that Storyline's own backend accepts. */
export const nameSchema = v.pipe(
  storableText,
  v.maxLength(limits.name),
  v.check((name) => !showsNothing(name), 'must not be empty'),
);

/** A registration that Storyline's own backend accepts. */
export const registrationSchema = v.object({ name: nameSchema, email, password: passwordSchema });

/** A login. Has no limits: a password that registration would refuse is simply wrong. */
export const loginSchema = v.object({ email: storableText, password: storableText });

/** The answer to register and login. If the token or the userId is missing, the call has failed. */
export const credentialsSchema = v.object({
  token: v.pipe(v.string(), v.nonEmpty()),
  userId: v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty()),
});

/** The answer to `GET /auth/me`. Either field may be missing. */
export const profileSchema = v.object({
  username: v.fallback(v.string(), ''),
  email: v.fallback(v.string(), ''),
});

export type Registration = v.InferOutput<typeof registrationSchema>;
export type Login = v.InferOutput<typeof loginSchema>;
export type Credentials = v.InferOutput<typeof credentialsSchema>;
export type Profile = v.InferOutput<typeof profileSchema>;
