import type { BuiltFile } from './app-builds.ts';

/** The contents that a host may send, with status 200, instead of a file of the build. */
export const wrongFiles = ['a web page', 'the page of the app', 'nothing', 'JSON', 'half of it'] as const;

export type WrongFile = (typeof wrongFiles)[number];

const notFound: BuiltFile = { type: 'text/html', body: '<!doctype html><title>Nothing is here</title>' };

/** Returns the file that the host sends instead. @param page the page of the build that the host serves */
export function inPlaceOf({ type, body }: BuiltFile, wrong: WrongFile, page: BuiltFile): BuiltFile {
  switch (wrong) {
    case 'a web page':
      return notFound;
    case 'the page of the app':
      // If the requested file is the app's page itself, that page would not be wrong, so the host sends another page.
      return body === page.body ? notFound : page;
    case 'nothing':
      return { type, body: '' };
    case 'JSON':
      return { type: 'application/json', body: '{}' };
    case 'half of it':
      return { type, body: body.slice(0, body.length / 2) };
  }
}
