/** How much waits, on the app's icon, where the platform has badges. Never rejects. */
export async function showBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  try {
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch (error) {
    console.error('The badge could not be shown.', error);
  }
}
