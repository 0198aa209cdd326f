import type { Context, Handler } from 'hono';
import * as v from 'valibot';
import { confirmationSchema } from '../../contract/account-calls.ts';
import {
  newPasskeySchema,
  type Passkey,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  passkeyIdSchema,
  passkeyLoginSchema,
} from '../../contract/account-passkeys.ts';
import { accountTemplates } from '../../contract/account-paths.ts';
import { product } from '../../contract/product.ts';
import { expectTrustedOrigin, requireAccountHolder } from '../access/authentication.ts';
import type { Attempts } from '../access/limited-attempts.ts';
import { deviceOf, respondLoggedIn } from '../accounts/opened-session.ts';
import type { HandlersOf } from '../http/call.ts';
import { readJson } from '../http/json-body.ts';
import { expectPrecondition } from '../http/preconditions.ts';
import { publicOrigin } from '../http/public-origin.ts';
import type { HandlerOf } from '../http/register-route.ts';
import { respond, respondJson } from '../http/respond.ts';
import { HttpError } from '../process/http-error.ts';
import type { SiteFinder } from '../site/site-finder.ts';
import type { Store } from '../store/schema.ts';
import type { passkeyCalls } from './passkey-call-table.ts';
import { logInByPasskey, offerPasskeyLogin } from './passkey-login.ts';
import { addPasskey, listPasskeys, offerPasskey, removePasskey } from './passkeys.ts';
import type { PasskeySite } from './verify-passkeys.ts';

/** Passkeys beside the password: one's own, and the login with one. */
export function passkeyRoutes(store: Store, attempts: Attempts, settings: SiteFinder): HandlersOf<typeof passkeyCalls> {
  const list: Handler = async (c) => {
    const { id } = await requireAccountHolder(c, store);
    return respondJson(c, 200, (await listPasskeys(store, id)) satisfies Passkey[]);
  };

  const options: Handler = async (c) => {
    const user = await requireAccountHolder(c, store);
    const { name = product.name } = (await settings.find()).settings;
    const site = { ...siteOf(c), name };
    const { password } = await readJson(c, confirmationSchema);
    const offered = await attempts(c, 'confirmation', user.email, () => offerPasskey(store, user, password, site));
    return respondJson(c, 200, offered satisfies PasskeyCreationOptions);
  };

  const add: Handler = async (c) => {
    const user = await requireAccountHolder(c, store);
    const { response } = await readJson(c, newPasskeySchema);
    const site = siteOf(c);
    const added = await attempts(c, 'passkey', '', () => addPasskey(store, user, response, site, deviceOf(c)));
    return respondJson(c, 201, added satisfies Passkey);
  };

  const remove: HandlerOf<typeof accountTemplates.passkey> = async (c) => {
    const user = await requireAccountHolder(c, store);
    const id = c.req.param('id');
    const isOwn =
      v.is(passkeyIdSchema, id) && (await listPasskeys(store, user.id)).some((passkey) => passkey.id === id);
    if (isOwn) await expectPrecondition(c);
    const isRemoved = isOwn && (await removePasskey(store, user.id, id));
    if (!isRemoved) throw new HttpError('passkey_not_found');
    return respond(c, 204, null);
  };

  return {
    [accountTemplates.passkeys]: { GET: list, POST: add },
    [accountTemplates.passkeyOptions]: { POST: options },
    ...passkeyLoginRoutes(store, attempts),
    // Behind those that it would match.
    [accountTemplates.passkey]: { DELETE: remove },
  };
}

function passkeyLoginRoutes(store: Store, attempts: Attempts) {
  const loginOptions: Handler = async (c) => {
    expectTrustedOrigin(c);
    const site = siteOf(c);
    await expectPrecondition(c);
    const offered = await attempts(c, 'challenge', '', () => offerPasskeyLogin(store, site));
    return respondJson(c, 200, offered satisfies PasskeyRequestOptions);
  };

  const logIn: Handler = async (c) => {
    expectTrustedOrigin(c);
    const { response } = await readJson(c, passkeyLoginSchema);
    const site = siteOf(c);
    const opened = await attempts(c, 'passkey', '', () => logInByPasskey(store, response, site, deviceOf(c)));
    return respondLoggedIn(c, store, opened, 200);
  };

  return {
    [accountTemplates.passkeyLoginOptions]: { POST: loginOptions },
    [accountTemplates.passkeyLogin]: { POST: logIn },
  };
}

/** @throws {HttpError} unknown_host where the site's origin is not known: a passkey made for another host is good nowhere */
function siteOf(c: Context): PasskeySite {
  const origin = publicOrigin(c);
  if (origin === undefined) throw new HttpError('unknown_host');
  return { origin, host: new URL(origin).hostname };
}
