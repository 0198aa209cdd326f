/** Returns the form under which accounts are found: emails are compared without case. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
