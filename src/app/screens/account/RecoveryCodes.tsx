import { useId, useState } from 'react';
import { pagePaths } from '../../../contract/paths.ts';
import { saveFile } from '../../../device/save-file.ts';
import { profile } from '../../../session/profile.ts';
import { QuietButton } from '../../components/QuietButton.tsx';
import { takeFocus } from '../../components/take-focus.ts';
import { useObservable } from '../../hooks/useObservable.ts';
import { useSite } from '../../hooks/useSite.ts';

/** Shows new recovery codes once, to be copied, printed or saved. Takes the focus when it appears. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { name } = useSite();
  const id = useId();
  const [said, setSaid] = useState('');
  const email = useObservable(profile)?.email ?? '';

  const where = `${location.origin}${pagePaths.recover}`;
  const sheet = [`${name}: recovery codes`, email, '', ...codes, '', `Each works once, at ${where}`, ''].join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(sheet);
      setSaid('Copied.');
    } catch (error) {
      console.error('Could not write to the clipboard; the codes can be selected.', error);
      setSaid('This browser did not copy them. Save or print them, or copy them by hand.');
    }
  };
  const save = () => {
    saveFile(new File([sheet], 'recovery-codes.txt', { type: 'text/plain' }));
    setSaid('Saved as a file.');
  };
  return (
    <section className="codes-sheet stack" aria-labelledby={id}>
      <h3 id={id} ref={takeFocus}>
        Your recovery codes
      </h3>
      <p>
        They are shown only once. Keep them where you need no password to find them: anyone with one and your email can
        set a new password.
      </p>
      <ol className="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p>
        {email && <>For {email}. </>}Each works once, at {where}
      </p>
      <div className="form-actions">
        <QuietButton onClick={() => void copy()}>Copy</QuietButton>
        <QuietButton onClick={save}>Save as a file</QuietButton>
        <QuietButton onClick={() => print()}>Print</QuietButton>
        <button type="button" className="button" onClick={onDone}>
          I have kept them
        </button>
      </div>
      <p role="status">{said}</p>
    </section>
  );
}
