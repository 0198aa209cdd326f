import type { Context } from 'hono';
import * as v from 'valibot';
import { confirmationSchema } from '../../contract/account-calls.ts';
import {
  newPasskeySchema,
  passkeyCreationOptionsSchema,
  passkeyIdSchema,
  passkeyLoginSchema,
  passkeyRequestOptionsSchema,
  passkeySchema,
} from '../../contract/account-passkeys.ts';
import { accountTemplates } from '../../contract/account-paths.ts';
import { product } from '../../contract/product.ts';
import type { Attempts } from '../access/limited-attempts.ts';
import { accountHolder, anybodyHere, confirming } from '../access/who-asks.ts';
import { credentials, deviceOf, respondLoggedIn } from '../accounts/opened-session.ts';
import { jsonCall, type Route, route } from '../http/call.ts';
import { expectPrecondition } from '../http/preconditions.ts';
import { publicOrigin } from '../http/public-origin.ts';
import { HttpError } from '../process/http-error.ts';
import type { SiteFinder } from '../site/site-finder.ts';
import type { Store } from '../store/schema.ts';
import { logInByPasskey, offerPasskeyLogin } from './passkey-login.ts';
import { addPasskey, listPasskeys, offerPasskey, removePasskey } from './passkeys.ts';
import type { PasskeySite } from './verify-passkeys.ts';

const passkey = v.strictObject(passkeySchema.entries);

/** Returns the calls about the user's own passkeys, and those of a login with a passkey. */
export function passkeyRoutes(store: Store, attempts: Attempts, settings: SiteFinder): Route[] {
  const who = accountHolder(store);
  return [
    route(accountTemplates.passkeys, {
      GET: jsonCall({
        summary: 'The user’s passkeys, oldest first',
        who,
        gives: v.array(passkey),
        answer: (_, { id }) => listPasskeys(store, id),
      }),
      POST: jsonCall({
        summary: 'Add a passkey that was made with options of the same session',
        who,
        takes: newPasskeySchema,
        gives: passkey,
        status: 201,
        refuses: ['unknown_host', 'passkey_refused', 'too_many_passkeys', 'too_many_attempts'],
        async answer(c, user, { response }) {
          const site = siteOf(c);
          return attempts(c, 'passkey', '', () => addPasskey(store, user, response, site, deviceOf(c)));
        },
      }),
    }),
    route(accountTemplates.passkeyOptions, {
      POST: jsonCall({
        summary: 'Options for making a passkey, valid once, for five minutes',
        who,
        takes: confirmationSchema,
        gives: v.strictObject(passkeyCreationOptionsSchema.entries),
        refuses: [...confirming, 'unknown_host', 'too_many_passkeys'],
        async answer(c, user, { password }) {
          const { name = product.name } = (await settings.find()).settings;
          const site = { ...siteOf(c), name };
          return attempts(c, 'confirmation', user.email, () => offerPasskey(store, user, password, site));
        },
      }),
    }),
    ...passkeyLoginRoutes(store, attempts),
    // Registered after the fixed paths that this template would match, too.
    route(accountTemplates.passkey, {
      DELETE: jsonCall({
        summary: 'Remove one of the user’s passkeys. Sessions that it opened stay',
        who,
        refuses: ['passkey_not_found'],
        async answer(c, user) {
          const id = c.req.param('id');
          const isOwn =
            v.is(passkeyIdSchema, id) && (await listPasskeys(store, user.id)).some((passkey) => passkey.id === id);
          if (isOwn) await expectPrecondition(c);
          const isRemoved = isOwn && (await removePasskey(store, user.id, id));
          if (!isRemoved) throw new HttpError('passkey_not_found');
        },
      }),
    }),
  ];
}

const passkeyLoginRoutes = (store: Store, attempts: Attempts): Route[] => [
  route(accountTemplates.passkeyLoginOptions, {
    POST: jsonCall({
      summary: 'Options for a login with a passkey, valid once, for five minutes',
      who: anybodyHere,
      gives: v.strictObject(passkeyRequestOptionsSchema.entries),
      refuses: ['unknown_host', 'too_many_attempts'],
      async answer(c) {
        const site = siteOf(c);
        await expectPrecondition(c);
        return attempts(c, 'challenge', '', () => offerPasskeyLogin(store, site));
      },
    }),
  }),
  route(accountTemplates.passkeyLogin, {
    POST: jsonCall({
      summary: 'Log in with the signature of a passkey',
      who: anybodyHere,
      takes: passkeyLoginSchema,
      gives: credentials,
      refuses: ['unknown_host', 'unknown_passkey', 'wrong_passkey', 'account_suspended', 'too_many_attempts'],
      async answer(c, _, { response }) {
        const site = siteOf(c);
        const opened = await attempts(c, 'passkey', '', () => logInByPasskey(store, response, site, deviceOf(c)));
        return respondLoggedIn(c, store, opened, 200);
      },
    }),
  }),
];

/** Returns the site that passkeys are for. @throws {HttpError} unknown_host if its origin is unknown */
function siteOf(c: Context): PasskeySite {
  const origin = publicOrigin(c);
  if (origin === undefined) throw new HttpError('unknown_host');
  return { origin, host: new URL(origin).hostname };
}
