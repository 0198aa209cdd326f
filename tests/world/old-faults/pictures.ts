import type { OldFault } from './old-fault.ts';

export const pictureFaults: OldFault[] = [
  {
    name: 'a post is sent before its pictures',
    breaks: /is published, and its picture .* is not there/,
    changes: [
      {
        file: 'src/writing/sender/send-waiting.ts',
        find: 'const prepared = await backend.prepare(record, author.token, own);',
        replace:
          "void backend.prepare(record, author.token, own).catch(() => undefined);\n    const prepared = { kind: 'clear' } as Prepared;",
      },
    ],
  },
  {
    name: 'an upload that got no answer counts as done',
    breaks: /is published, and its picture .* is not there|^Lost: the picture/,
    changes: [
      {
        file: 'src/writing/sender/send-pictures.ts',
        find: 'return answerOfError(error, pending.key, token !== null, name);',
        replace:
          "const answer = answerOfError(error, pending.key, token !== null, name);\n      if (answer.kind !== 'no answer') return answer;",
      },
    ],
  },
  {
    name: 'a picture that was uploaded once is never uploaded again',
    breaks: /is published, and its picture .* is not there|^Lost: the picture/,
    changes: [
      {
        file: 'src/writing/sender/send-pictures.ts',
        find: 'if (uploadedAt !== undefined && isReliable(uploadedAt) && (await isThere(name))) continue;',
        replace: 'if (uploadedAt !== undefined) continue;',
      },
    ],
  },
  {
    name: 'a discarded post loses its pictures at once',
    breaks: /^Lost: the picture|and not its bytes|shows.* no /,
    changes: [
      {
        file: 'src/writing/record/post-record.ts',
        find: 'return draft ? [draft.text',
        replace: 'return draft && !draft.discarded ? [draft.text',
      },
      {
        file: 'src/writing/pictures/sweep-images.ts',
        find: 'now - unnamedSince > retentionMs',
        replace: 'now > unnamedSince',
      },
    ],
  },
  {
    name: 'the sweep removes pictures that only a submitted text names',
    breaks: /^Lost: the picture|its picture .* is not there/,
    changes: [
      {
        file: 'src/writing/record/post-record.ts',
        find: '[...unanswered, ...(pending ? [pending] : [])].flatMap',
        replace: 'unanswered.flatMap',
      },
    ],
  },
  {
    name: 'the server removes pictures that a post names',
    breaks: /is published, and its picture .* is not there|shows.* no /,
    changes: [
      {
        file: 'src/server/images/images-of-posts.ts',
        find: "await work.updateTable('images').set({ unnamed_since: null }).where('name', 'in', images).execute();",
        replace: '',
      },
      {
        file: 'src/server/images/remove-images.ts',
        find: "    .where('name', 'in', names)\n    .where((where) => where.not(isNamed(where)));",
        replace: "    .where('name', 'in', names);",
      },
      {
        file: 'src/server/images/remove-images.ts',
        find: '    .where(isNamed)\n',
        replace: "    .where('name', '=', '')\n",
      },
    ],
  },
  {
    name: 'a cover does not count as a picture of its post',
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
        file: 'src/writing/pictures/sweep-images.ts',
        find: '      } else if (isOld(image, now)) {\n        store.remove(factsKey(image.name));\n        store.remove(bytesKey(image.name));\n      }',
        replace: '      }',
      },
    ],
  },
  {
    name: 'the worker caches no pictures',
    breaks: /shows.* no /,
    changes: [
      {
        file: 'src/worker/image-requests.ts',
        find: 'if (isCacheableImage(response)) event.waitUntil(cacheImage(request.url, response.clone()));',
        replace: 'if (isCacheableImage(response)) return response;',
      },
    ],
  },
];
