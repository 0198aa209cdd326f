/** Returns the key by which an account is found: the email in lower case, because case does not matter. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
