import type { Page } from 'playwright-core';

/** A tab's virtual authenticator, which shows no dialog (CDP, domain WebAuthn). */
export interface VirtualAuthenticator {
  /** With `true`, the authenticator confirms each request at once. With `false`, each request waits. */
  confirm(isThere: boolean): Promise<void>;
  /** Returns the number of stored passkeys. */
  count(): Promise<number>;
}

/** Adds an authenticator to the tab. It stores passkeys, verifies its user and, by default, confirms all requests. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async confirm(enabled) {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    async count() {
      return (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
    },
  };
}
