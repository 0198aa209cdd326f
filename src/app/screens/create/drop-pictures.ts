import type { DragEvent } from 'react';

/**
 * Returns listeners for an element on which pictures can be dropped. Without them, the browser would leave the form and
 * open the file.
 *
 * @param onFiles called with the files and the element that they were dropped on
 */
export const dropTarget = (onFiles: (files: File[], on: Element) => void) => ({
  onDragOver(event: DragEvent) {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  },
  onDrop(event: DragEvent) {
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files, event.target as Element);
  },
});
