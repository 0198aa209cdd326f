/**
 * Tells what keeps passkeys, where the browser can, that this one is no longer good: it is offered no more. Never
 * rejects.
 */
export async function forgetPasskey(credentialId: string, rpId: string): Promise<void> {
  try {
    if (!('signalUnknownCredential' in PublicKeyCredential)) return;
    await PublicKeyCredential.signalUnknownCredential({ credentialId, rpId });
  } catch (error) {
    console.info('Could not tell what keeps the passkey that it is gone; it may be offered in vain.', error);
  }
}
