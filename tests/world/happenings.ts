/** What can happen in a world, and how often. What each does stands in `world.ts`. */
export const happenings = {
  writing: [
    { weight: 1, name: 'opens the app' },
    { weight: 1, name: 'opens Create' },
    { weight: 8, name: 'types' },
    { weight: 8, name: 'presses Create Blog' },
    { weight: 1, name: 'leaves the form' },
    { weight: 1, name: 'starts afresh' },
    { weight: 4, name: 'waits' },
  ],
  'second thoughts': [
    { weight: 3, name: 'cancels and edits' },
    { weight: 2, name: 'discards' },
    { weight: 2, name: 'undoes' },
    { weight: 2, name: 'tries again' },
  ],
  reading: [
    { weight: 4, name: 'reads the list' },
    { weight: 2, name: 'deletes a post' },
  ],
  'closed and killed': [
    { weight: 3, name: 'reloads' },
    { weight: 3, name: 'is killed' },
    { weight: 2, name: "'s worker is killed" },
  ],
  'on a train': [
    { weight: 3, name: 'loses the network' },
    { weight: 3, name: 'has a network again' },
    { weight: 2, name: 'syncs in the background' },
    { weight: 1, name: 'waits for hours' },
  ],
  'two people': [
    { weight: 2, name: 'logs in as another' },
    { weight: 1, name: 'logs out' },
  ],
  'bad server': [
    { weight: 2, name: 'sees the server killed' },
    { weight: 3, name: 'sees the server killed as it writes' },
    { weight: 4, name: 'sees the server started' },
  ],
  'bad storage': [
    { weight: 6, name: "'s storage fails once" },
    { weight: 4, name: "'s storage is full" },
    { weight: 2, name: "'s storage has room again" },
    { weight: 1, name: "'s caches are deleted" },
  ],
  'wrong clock': [{ weight: 2, name: "'s clock jumps" }],
} as const;

type Theme = keyof typeof happenings;

export const themes = Object.keys(happenings) as Theme[];

export type Happening = (typeof happenings)[Theme][number]['name'];
