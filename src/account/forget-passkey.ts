/** Tells the authenticator, if the browser can, that this passkey is invalid, so that it stops offering it. Never rejects. */
export async function forgetPasskey(credentialId: string, rpId: string): Promise<void> {
  try {
    if (!('signalUnknownCredential' in PublicKeyCredential)) return;
    await PublicKeyCredential.signalUnknownCredential({ credentialId, rpId });
  } catch (error) {
    console.info('Could not tell what keeps the passkey that it is gone; it may be offered in vain.', error);
  }
}
