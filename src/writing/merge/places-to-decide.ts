import type { NewPost } from '../../contract/posts.ts';
import { type MergePart, type MergeParts, mergedFields, mergeTexts } from './merge-texts.ts';

export interface TextsInConflict {
  /** The version from which both edits began. */
  base: NewPost;
  mine: NewPost;
  /** The version that the backend has now. */
  theirs: NewPost;
}

export type Place = MergePart & { kind: 'place' };

export interface PlacesToDecide {
  parts: MergeParts;
  places: { field: keyof NewPost; place: Place }[];
}

/** What its author has to decide on, where both edits changed the same; nothing where they could be merged by now. */
export function placesToDecide({ base, mine, theirs }: TextsInConflict): PlacesToDecide {
  const merge = mergeTexts(base, mine, theirs);
  const parts: MergeParts =
    merge.kind === 'conflict'
      ? merge.parts
      : {
          title: [{ kind: 'settled', text: merge.post.title }],
          imgUrl: [{ kind: 'settled', text: merge.post.imgUrl }],
          content: [{ kind: 'settled', text: merge.post.content }],
        };
  const places = mergedFields.flatMap((field) =>
    parts[field].flatMap((place) => (place.kind === 'place' ? [{ field, place }] : [])),
  );
  return { parts, places };
}
