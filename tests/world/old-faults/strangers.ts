import type { OldFault } from './old-fault.ts';

export const strangersFaults: OldFault[] = [
  {
    name: 'anybody can delete any post',
    breaks: /^A stranger deletes/,
    changes: {
      'src/server/posts/delete-posts.ts': {
        "  if (post.author_id !== user.id) throw new HttpError('not_owner');\n": '',
      },
    },
  },
  {
    name: 'anybody can edit any post',
    breaks: /^A stranger edits/,
    changes: {
      'src/server/posts/edit-post.ts': {
        "  if (post.author_id !== author.id) throw new HttpError('not_owner');\n": '',
      },
    },
  },
  {
    name: 'pages of other origins can write with the cookie of their visitor',
    breaks: /^A stranger (?:edits|deletes)/,
    changes: {
      'src/server/access/authentication.ts': { "  if (!isOriginTrusted) throw new HttpError('wrong_origin');\n": '' },
    },
  },
  {
    name: 'a picture is stored under a name that does not match its bytes',
    breaks: /^A stranger uploads/,
    isQuicklyFound: true,
    changes: {
      'src/server/images/store-image.ts': { 'if (digest !== name.digest) throw': 'if (digest === undefined) throw' },
    },
  },
];
