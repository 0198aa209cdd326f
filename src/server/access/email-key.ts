/** Returns the key by which an account is found: emails are compared without case. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
