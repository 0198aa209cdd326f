import type { ComponentProps } from 'react';

/** A hidden input for files, which a button opens. */
export function FilePicker({ onFiles, ...input }: ComponentProps<'input'> & { onFiles: (files: File[]) => void }) {
  return (
    <input
      {...input}
      type="file"
      hidden
      onChange={({ currentTarget }) => {
        const files = [...(currentTarget.files ?? [])];
        // Otherwise the same file could not be chosen a second time.
        currentTarget.value = '';
        onFiles(files);
      }}
    />
  );
}
