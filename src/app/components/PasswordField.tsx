import { useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { TextField } from './TextField.tsx';

interface PasswordFieldProps {
  label: string;
  name: string;
  /** Tells a password manager to fill in the current password, or to generate a new one. */
  kind: 'current' | 'new';
}

/** A password field that can show what is typed, because no second field confirms it. */
export function PasswordField({ label, name, kind }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const isNew = kind === 'new';
  return (
    <TextField
      label={label}
      name={name}
      type={isShown ? 'text' : 'password'}
      autoComplete={`${kind}-password`}
      autoCapitalize="none"
      spellCheck={false}
      required
      data-secret={isNew ? undefined : ''}
      {...(isNew && {
        minLength: limits.password.min,
        maxLength: limits.password.max,
        hint: `At least ${limits.password.min} characters.`,
      })}
    >
      <button
        type="button"
        className="button quiet show-password"
        aria-pressed={isShown}
        aria-label={`Show ${label.toLowerCase()}`}
        onClick={() => setIsShown(!isShown)}
      >
        Show
      </button>
    </TextField>
  );
}
