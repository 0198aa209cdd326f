export const floatingIcons = [
  { name: 'pen', path: 'M8 40l4-12L34 6l8 8-22 22z' },
  { name: 'book', path: 'M24 12v28M24 12c-6-4-14-4-18-2v26c4-2 12-2 18 2 6-4 14-4 18-2V10c-4-2-12-2-18 2z' },
] as const;
