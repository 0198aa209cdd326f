/** The label of the user menu's button, also shown while the menu loads, so that nothing moves then. */
export function UserMenuLabel({ username }: { username: string }) {
  return (
    <>
      <span className="user-name">{username}</span>
      <span aria-hidden="true">▾</span>
    </>
  );
}
