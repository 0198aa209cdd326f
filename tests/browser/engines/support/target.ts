/** An element to click, by role and accessible name. */
export interface Target {
  role: 'button' | 'link' | 'radio';
  name: string;
}

/** Runs in the page. Finds the visible element with this role and accessible name; for a radio button, its label. */
export function findTarget({ role, name }: Target): HTMLElement | undefined {
  const selectors = { button: 'button:not([role])', link: 'a[href]:not([role])', radio: 'label:has(> [type=radio])' };
  const isShown = (element: HTMLElement) => element.getClientRects().length > 0;
  const nameOf = (element: HTMLElement) => {
    const words = element.cloneNode(true) as HTMLElement;
    for (const hidden of words.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return (words.ariaLabel ?? words.textContent).replace(/\s+/g, ' ').trim();
  };
  return [...document.querySelectorAll<HTMLElement>(selectors[role])].find(
    (element) => isShown(element) && nameOf(element) === name,
  );
}

/** Runs in the page. Finds the field with this label, visible or not. Ignores fields in the skeleton of a form. */
export function findField(label: string): HTMLElement | undefined {
  const labels = [...document.querySelectorAll('label')].filter((one) => !one.closest('.skeleton'));
  const field = labels.find(({ textContent }) => textContent.trim() === label)?.control;
  return field ?? [...document.querySelectorAll('input')].find(({ ariaLabel }) => ariaLabel === label);
}
