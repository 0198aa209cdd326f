import type { Page } from 'playwright-core';

/** A virtual authenticator of a tab, without a dialog (CDP, domain WebAuthn). */
export interface VirtualAuthenticator {
  /** Whether a person confirms or chooses when asked; otherwise the authenticator waits. */
  confirm(isThere: boolean): Promise<void>;
  /** Returns the number of its passkeys. */
  count(): Promise<number>;
}

/** Adds an authenticator to the tab that stores passkeys and verifies its user, who confirms everything by default. */
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
