import { useState } from 'react';

/** Copies a link, or shows it where the browser does not let it be copied. */
export function CopyLink({ url }: { url: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setSaid('Link copied.');
    } catch (error) {
      console.error('Could not copy the link; it is shown instead.', error);
      setSaid(`This browser did not copy it: ${url}`);
    }
  };
  return (
    <>
      <button type="button" className="button quiet" onClick={() => void copy()}>
        Copy link
      </button>
      <span role="status">{said}</span>
    </>
  );
}
