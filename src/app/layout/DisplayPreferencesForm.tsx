import { installPrompt } from '../../device/install/install-prompt.ts';
import { displayPreferences, savePreferences, textSizes, themes } from '../../device/storage/display-preferences.ts';
import { useObservable } from '../hooks/useObservable.ts';
import '../styles/offers.css';
import { InstallButton } from './InstallButton.tsx';

const words = {
  system: 'As the device',
  light: 'Light',
  dark: 'Dark',
  normal: 'Normal',
  large: 'Large',
  larger: 'Larger',
};

/** Chooses theme and text size. Also offers to install the app, because a narrow bar has no room for that button. */
export function DisplayPreferencesForm() {
  const chosen = useObservable(displayPreferences);
  const offer = useObservable(installPrompt);
  return (
    <fieldset className="look-choice">
      <legend className="visually-hidden">How pages look</legend>
      <Choice
        label="Theme"
        names={themes}
        value={chosen.theme}
        onChoose={(theme) => void savePreferences({ ...chosen, theme })}
      />
      <Choice
        label="Text"
        names={textSizes}
        value={chosen.text}
        onChoose={(text) => void savePreferences({ ...chosen, text })}
      />
      {offer && <InstallButton offer={offer} />}
    </fieldset>
  );
}

interface ChoiceProps<Name extends keyof typeof words> {
  label: string;
  names: readonly Name[];
  value: Name;
  onChoose: (name: Name) => void;
}

function Choice<Name extends keyof typeof words>({ label, names, value, onChoose }: ChoiceProps<Name>) {
  return (
    <label>
      {label}
      <select name={label} value={value} onChange={({ target }) => onChoose(names[target.selectedIndex] ?? value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {words[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
