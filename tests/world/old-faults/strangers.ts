import type { OldFault } from './old-fault.ts';

export const strangersFaults: OldFault[] = [
  {
    name: 'anybody can delete any post',
    breaks: /^A stranger deletes/,
    changes: [
      {
        file: 'src/server/posts/delete-posts.ts',
        find: "  if (post.author_id !== user.id) throw new HttpError('not_owner');\n",
        replace: '',
      },
    ],
  },
  {
    name: 'anybody can edit any post',
    breaks: /^A stranger edits/,
    changes: [
      {
        file: 'src/server/posts/edit-post.ts',
        find: "  if (post.author_id !== author.id) throw new HttpError('not_owner');\n",
        replace: '',
      },
    ],
  },
  {
    name: 'pages of other origins can write with the cookie of their visitor',
    breaks: /^A stranger (?:edits|deletes)/,
    changes: [
      {
        file: 'src/server/access/authentication.ts',
        find: "  if (!isOriginTrusted) throw new HttpError('wrong_origin');\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a picture is stored under a name that does not match its bytes',
    breaks: /^A stranger uploads/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/server/images/store-image.ts',
        find: 'if (digest !== name.digest) throw',
        replace: 'if (digest === undefined) throw',
      },
    ],
  },
];
