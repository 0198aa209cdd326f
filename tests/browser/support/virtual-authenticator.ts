import type { Page } from 'playwright-core';

/** What keeps passkeys in a tab, without a dialog of the browser's (CDP, domain WebAuthn). */
export interface VirtualAuthenticator {
  /** Whether somebody is there who confirms, or chooses, whatever is asked for from then on; without, it waits. */
  confirm(isThere: boolean): Promise<void>;
  /** How many passkeys it keeps. */
  count(): Promise<number>;
}

/** Adds one to the tab that keeps passkeys and verifies its owner, who confirms all by default. */
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
