/** Tells the authenticator, if possible, that a passkey is invalid and must not be offered again. Never rejects. */
export async function forgetPasskey(credentialId: string, rpId: string): Promise<void> {
  try {
    if (!('signalUnknownCredential' in PublicKeyCredential)) return;
    await PublicKeyCredential.signalUnknownCredential({ credentialId, rpId });
  } catch (error) {
    console.info('Could not tell the authenticator that a passkey is invalid; the browser may offer it again.', error);
  }
}
