import { type RefObject, useEffect } from 'react';
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

/** @param look what it opens in: closes on Escape, and when something else is pressed or gets the focus. */
export function DisplayPreferencesForm({ look }: { look: RefObject<HTMLDetailsElement | null> }) {
  const chosen = useObservable(displayPreferences);
  const offer = useObservable(installPrompt);
  useEffect(() => {
    const close = () => look.current?.removeAttribute('open');
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !look.current?.contains(target)) close();
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !look.current?.open) return;
      look.current.querySelector('summary')?.focus();
      close();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByKey);
    };
  }, [look]);
  return (
    <fieldset className="look-choice sheet">
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
