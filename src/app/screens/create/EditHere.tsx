import { QuietButton } from '../../components/QuietButton.tsx';

/** The button that takes a post over from another tab's form. */
export function EditHere({ onPress }: { onPress: () => void }) {
  return (
    <div className="form-actions">
      <QuietButton onClick={onPress}>Edit here</QuietButton>
    </div>
  );
}
