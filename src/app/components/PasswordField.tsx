import { useState } from 'react';
import { limits } from '../../contract/limits.ts';
import { TextField } from './TextField.tsx';

interface PasswordFieldProps {
  label: string;
  name: string;
  /** Tells a password manager what to fill in, or to make up and remember. */
  kind: 'current' | 'new';
}

/** A password that can be looked at while it is typed: there is no second field to compare it with. */
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
