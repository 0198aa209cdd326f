import type { OldFault } from './old-fault.ts';

export const pictureFaults: OldFault[] = [
  {
    name: 'a post is sent before its pictures',
    breaks: /is published, and its picture .* is not there/,
    changes: [
      {
        file: 'src/data/outbox/send-outbox.ts',
        find: '  const held = await sendImages(entry, transport, now);\n  if (held) return applyOutcome(entry, held, now());\n  const sending',
        replace: '  void sendImages(entry, transport, now).catch(() => undefined);\n  const sending',
      },
    ],
  },
  {
    name: 'an upload that got no answer counts as done',
    breaks: /is published, and its picture .* is not there|^Lost: the picture/,
    changes: [
      {
        file: 'src/data/outbox/send-images.ts',
        find: "if (outcome.kind !== 'taken') return outcome;",
        replace: "if (outcome.kind !== 'taken' && outcome.kind !== 'unanswered') return outcome;",
      },
    ],
  },
  {
    name: 'a picture that was uploaded once counts as being there',
    breaks: /is published, and its picture .* is not there|^Lost: the picture/,
    changes: [
      {
        file: 'src/data/outbox/send-images.ts',
        find: 'if (uploadedAt !== undefined && isReliable(uploadedAt, now()) && (await transport.hasImage(name))) continue;',
        replace: 'if (uploadedAt !== undefined) continue;',
      },
    ],
  },
  {
    name: 'a picture leaves the device with the press that submits it',
    breaks: /^Lost: the picture|its picture .* is not there/,
    changes: [
      {
        file: 'src/data/outbox/submit.ts',
        find: 'else await putEntry(entry, tombstoneWrites(draft));',
        replace: `else {
    const ending = tombstoneWrites(draft);
    const bytes = [...draft.post.content.matchAll(/images.([^)]*)[)]/g)].map(([, name]) => 'image-bytes/' + name);
    await putEntry(entry, { ...ending, remove: [...ending.remove, ...bytes] });
  }`,
      },
    ],
  },
  {
    name: 'a post that is discarded loses its pictures at once',
    breaks: /^Lost: the picture|and not its bytes|shows.* no /,
    changes: [
      {
        file: 'src/data/outbox/entry-actions.ts',
        find: 'return draft ? draftRecord(draft) : {};',
        replace: `const names = [...entry.work.post.content.matchAll(/images.([^)]*)[)]/g)].map(([, name]) => name);
    return { ...(draft && draftRecord(draft)), ...Object.fromEntries(names.map((name) => ['image-bytes/' + name, ''])) };`,
      },
    ],
  },
  {
    name: 'the sweep takes pictures that only the outbox names',
    breaks: /^Lost: the picture|its picture .* is not there/,
    changes: [
      {
        file: 'src/data/images/sweep-images.ts',
        find: "(work.kind === 'delete' ? [] : [work.post, ...sentTexts])",
        replace: "(work.kind === 'delete' ? [] : sentTexts)",
      },
    ],
  },
  {
    name: 'the server removes pictures that a post names',
    breaks: /is published, and its picture .* is not there|shows.* no /,
    changes: [
      {
        file: 'src/server/domain/images/named-images.ts',
        find: "await work.updateTable('images').set({ unnamed_since: null }).where('name', 'in', images).execute();",
        replace: '',
      },
      {
        file: 'src/server/domain/images/remove-images.ts',
        find: "    .where('name', 'in', names)\n    .where((where) => where.not(isNamed(where)));",
        replace: "    .where('name', 'in', names);",
      },
      {
        file: 'src/server/domain/images/remove-images.ts',
        find: '    .where(isNamed)\n',
        replace: "    .where('name', '=', '')\n",
      },
    ],
  },
  {
    name: 'a cover is no picture of its post',
    breaks: /its picture .* is not there|shows.* no |keeps .*, which no/,
    changes: [
      {
        file: 'src/contract/named-images.ts',
        find: 'const names = [imgUrl, content].flatMap(',
        replace: 'const names = [imgUrl.slice(0, 0), content].flatMap(',
      },
    ],
  },
  {
    name: 'pictures that no text names stay on the device for ever',
    breaks: /keeps .*, which no text names/,
    changes: [
      {
        file: 'src/data/images/sweep-images.ts',
        find: '      } else if (now - unnamedSince > retentionMs) {\n        remove(store, image);\n      }',
        replace: '      }',
      },
    ],
  },
  {
    name: 'the worker has no picture that it has not cached',
    breaks: /shows.* no /,
    changes: [
      {
        file: 'src/worker/images.ts',
        find: 'if (isCacheableImage(response)) event.waitUntil(cacheImage(request.url, response.clone()));',
        replace: 'if (isCacheableImage(response)) return response;',
      },
    ],
  },
];
