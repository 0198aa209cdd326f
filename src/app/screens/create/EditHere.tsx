import { QuietButton } from '../../components/QuietButton.tsx';

/** Takes a post over that another tab has in its form. */
export function EditHere({ onPress }: { onPress: () => void }) {
  return (
    <div className="form-actions">
      <QuietButton onClick={onPress}>Edit here</QuietButton>
    </div>
  );
}
