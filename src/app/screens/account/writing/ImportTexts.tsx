import { type ComponentType, useRef, useState } from 'react';
import type { Credentials } from '../../../../contract/accounts.ts';
import { FilePicker } from '../../../components/FilePicker.tsx';
import { QuietButton } from '../../../components/QuietButton.tsx';
import type { ChosenFilesProps } from './ChosenFiles.tsx';

type Chosen = { files: File[]; key: number; Shown: ComponentType<ChosenFilesProps> };

const accepted = '.zip,.md,.markdown,.mdx,.json,.xml,.wxr,image/*';

/** Chooses files to import. The code that reads them is loaded after the choice. */
export function ImportTexts({ login }: { login: Credentials }) {
  const [chosen, setChosen] = useState<Chosen>();
  const [hasFailed, setHasFailed] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const start = useRef<HTMLButtonElement>(null);
  const take = async (taken: File[]) => {
    if (taken.length === 0) return;
    try {
      const { ChosenFiles } = await import('./ChosenFiles.tsx');
      setHasFailed(false);
      setChosen((before) => ({ files: taken, key: (before?.key ?? 0) + 1, Shown: ChosenFiles }));
    } catch (error) {
      console.error('Could not load the code that reads the files.', error);
      setHasFailed(true);
    }
  };
  const close = () => {
    setChosen(undefined);
    start.current?.focus();
  };
  return (
    <>
      <p className="form-actions">
        <QuietButton ref={start} onClick={() => files.current?.click()}>
          Choose files
        </QuietButton>
        {canChooseFolders() && <QuietButton onClick={() => folder.current?.click()}>Choose a folder</QuietButton>}
      </p>
      <FilePicker ref={files} aria-label="Files to import" multiple accept={accepted} onFiles={take} />
      <FilePicker ref={folder} aria-label="Folder to import" multiple {...wholeFolder} onFiles={take} />
      {hasFailed && <p role="alert">Part of the app could not be loaded. Try again.</p>}
      {chosen && <chosen.Shown key={chosen.key} files={chosen.files} login={login} onClose={close} />}
    </>
  );
}

const wholeFolder = { webkitdirectory: '' };
const canChooseFolders = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype;
