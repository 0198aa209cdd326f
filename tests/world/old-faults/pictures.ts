import type { OldFault } from './old-fault.ts';

export const pictureFaults: OldFault[] = [
  {
    name: 'a post is sent before its pictures',
    breaks: /is published, and its picture .* is not there/,
    changes: {
      'src/writing/sender/send-waiting.ts': {
        'const prepared = await backend.prepare(record, author.token, own);':
          "void backend.prepare(record, author.token, own).catch(() => undefined);\n    const prepared = { kind: 'clear' } as Prepared;",
      },
    },
  },
  {
    name: 'the app handles an upload without an answer as completed',
    breaks: /is published, and its picture .* is not there|^Lost: the picture/,
    changes: {
      'src/writing/sender/send-pictures.ts': {
        'return answerOfError(error, pending.key, token !== null, name);':
          "const answer = answerOfError(error, pending.key, token !== null, name);\n      if (answer.kind !== 'no answer') return answer;",
      },
    },
  },
  {
    name: 'the app never uploads a picture again, even if the server no longer has it',
    breaks: /is published, and its picture .* is not there|^Lost: the picture/,
    changes: {
      'src/writing/sender/send-pictures.ts': {
        'if (uploadedAt !== undefined && isReliable(uploadedAt) && (await isThere(name))) continue;':
          'if (uploadedAt !== undefined) continue;',
      },
    },
  },
  {
    name: 'a discarded post loses its pictures at once',
    breaks: /^Lost: the picture|and not its bytes|shows.* no /,
    changes: {
      'src/writing/record/post-record.ts': {
        'return draft ? [draft.text': 'return draft && !draft.discarded ? [draft.text',
      },
      'src/writing/pictures/sweep-images.ts': { 'now - unnamedSince > retentionMs': 'now > unnamedSince' },
    },
  },
  {
    name: 'the sweep removes pictures that only a submitted text names',
    breaks: /^Lost: the picture|its picture .* is not there/,
    changes: {
      'src/writing/record/post-record.ts': {
        '[...unanswered, ...(pending ? [pending] : [])].flatMap': 'unanswered.flatMap',
      },
    },
  },
  {
    name: 'the server removes pictures that a post names',
    breaks: /is published, and its picture .* is not there|shows.* no /,
    changes: {
      'src/server/images/images-of-posts.ts': {
        "await work.updateTable('images').set({ unnamed_since: null }).where('name', 'in', images).execute();": '',
      },
      'src/server/images/remove-images.ts': {
        "    .where('name', 'in', names)\n    .where((where) => where.not(isNamed(where)));":
          "    .where('name', 'in', names);",
        '    .where(isNamed)\n': "    .where('name', '=', '')\n",
      },
    },
  },
  {
    name: 'the image URL of a post is not among the pictures that the post names',
    breaks: /its picture .* is not there|shows.* no |keeps .*, which no/,
    changes: {
      'src/contract/named-images.ts': {
        'const names = [imgUrl, content].flatMap(': 'const names = [imgUrl.slice(0, 0), content].flatMap(',
      },
    },
  },
  {
    name: 'pictures that no text names stay on the device for ever',
    breaks: /keeps .*, which no text names/,
    changes: {
      'src/writing/pictures/sweep-images.ts': {
        '      } else if (isOld(image, now)) {\n        store.remove(factsKey(image.name));\n        store.remove(bytesKey(image.name));\n      }':
          '      }',
      },
    },
  },
  {
    name: 'the worker caches no pictures',
    breaks: /shows.* no /,
    changes: {
      'src/worker/image-requests.ts': {
        'if (isCacheableImage(response)) event.waitUntil(cacheImage(request.url, response.clone()));':
          'if (isCacheableImage(response)) return response;',
      },
    },
  },
];
