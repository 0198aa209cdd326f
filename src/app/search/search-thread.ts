import { channelNames } from '../../data/storage/storage-names.ts';
import type { ToSearchThread } from './device-answer.ts';
import { openSearch } from './search-device.ts';

const hear = openSearch((answer) => postMessage(answer));
let author: string | null = null;

addEventListener('message', ({ data }: MessageEvent<ToSearchThread>) => {
  if (data.type === 'look') ({ author } = data);
  void hear(data);
});

// Whatever is submitted, confirmed or cancelled, in any tab or in the service worker.
new BroadcastChannel(channelNames.outbox).addEventListener('message', () => void hear({ type: 'look', author }));
