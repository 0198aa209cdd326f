/** How long a button says what it did, in milliseconds. */
const saidFor = 2_000;

/**
 * Does what a button of a code block is for. The buttons may come from the server and are the same for every block, so
 * they are no components of their own.
 * @returns a word for screen readers about what was done, if there is one to say
 */
export async function pressCodeButton(button: HTMLElement): Promise<string | undefined> {
  if (button.dataset.press === 'wrap') {
    wrapAll(button.getAttribute('aria-pressed') !== 'true');
    return undefined;
  }
  const code = button.closest('.code')?.querySelector('code');
  if (!code) return undefined;
  try {
    await navigator.clipboard.writeText(code.textContent);
    showOnButton(button, 'Copied');
    return 'Code copied.';
  } catch (error) {
    console.error('Could not copy the code; it is selected instead.', error);
    getSelection()?.selectAllChildren(code);
    showOnButton(button, 'Selected');
    return 'This browser did not copy the code. It is selected.';
  }
}

/** One choice for all blocks: whoever wants long lines wrapped wants it everywhere. */
function wrapAll(isWrapped: boolean): void {
  for (const block of document.querySelectorAll('.code')) {
    block.classList.toggle('wrapped', isWrapped);
    block.querySelector('[data-press=wrap]')?.setAttribute('aria-pressed', String(isWrapped));
  }
}

/** Shows a word in the place of the label, by an attribute that the styles read: the text is React's. */
function showOnButton(button: HTMLElement, word: string): void {
  button.dataset.said = word;
  setTimeout(() => delete button.dataset.said, saidFor);
}
