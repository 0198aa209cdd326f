/** Takes a post over that another tab has in its form. */
export function EditHere({ onPress }: { onPress: () => void }) {
  return (
    <div className="form-actions">
      <button type="button" className="button quiet" onClick={onPress}>
        Edit here
      </button>
    </div>
  );
}
