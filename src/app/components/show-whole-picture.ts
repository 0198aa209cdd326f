/**
 * Shows the picture as large as the window allows, until the reader presses it or Escape.
 * @param src address of the image size that the page shows, which the browser has loaded already
 */
export function showWholePicture(src: string): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'whole-picture';
  dialog.ariaLabel = 'The whole picture';
  const close = Object.assign(document.createElement('button'), { type: 'button', className: 'button quiet' });
  close.textContent = 'Close';
  dialog.append(Object.assign(new Image(), { alt: '', src }), close);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
