/** How long a button shows its result, such as `Copied`, in milliseconds. */
const saidFor = 2_000;

/**
 * Wraps or copies code when a button of a code block is pressed. The buttons may come from the server and are the same
 * for every block, so they are not React components.
 * @returns a message for screen readers, if there is one
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

/** Applies one choice to all blocks: a reader who wants long lines wrapped wants that everywhere. */
function wrapAll(isWrapped: boolean): void {
  for (const block of document.querySelectorAll('.code')) {
    block.classList.toggle('wrapped', isWrapped);
    block.querySelector('[data-press=wrap]')?.setAttribute('aria-pressed', String(isWrapped));
  }
}

/** Shows a word instead of the label. Sets an attribute that the styles read, because React owns the button's text. */
function showOnButton(button: HTMLElement, word: string): void {
  button.dataset.said = word;
  setTimeout(() => delete button.dataset.said, saidFor);
}
