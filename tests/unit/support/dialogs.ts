/** Implements `showModal` and `close` of dialogs, which jsdom lacks, until disposed of. */
export function openDialogs(): Disposable {
  const { prototype } = HTMLDialogElement;
  const { showModal, close } = prototype;
  prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  return {
    [Symbol.dispose]() {
      prototype.showModal = showModal;
      prototype.close = close;
    },
  };
}
