import { hearWriting } from '../../writing/record/record-store.ts';
import type { ToSearchThread } from './device-answer.ts';
import { openSearch } from './search-device.ts';

const hear = openSearch((answer) => postMessage(answer));
let author: string | null = null;

addEventListener('message', ({ data }: MessageEvent<ToSearchThread>) => {
  if (data.type === 'look') ({ author } = data);
  void hear(data);
});

// Reads the stored texts again whenever the author's texts have changed, in any tab or in the service worker.
hearWriting(() => void hear({ type: 'look', author }));
