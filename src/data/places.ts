import { readRecord, readRecords, writeRecords } from './records.ts';
import { bounds, recordKeys } from './storage.ts';

/** How far a reader came in a long post. */
export interface Place {
  id: string;
  /** Of the post's height, between 0 and 1: a larger text or another window moves it along. */
  fraction: number;
  /** Milliseconds since the epoch. */
  at: number;
}

const keyOf = (id: string) => `${recordKeys.place}/${id}`;

export const findPlace = (id: string): Promise<Place | undefined> => readRecord<Place>(keyOf(id));

/** Keeps the newest places, and lets the oldest go. */
export async function keepPlace(place: Place): Promise<void> {
  const places = await readRecords<Place>(`${recordKeys.place}/`);
  const others = places.filter(({ id }) => id !== place.id).sort((a, b) => b.at - a.at);
  const remove = others.slice(bounds.places - 1).map(({ id }) => keyOf(id));
  await writeRecords({ put: { [keyOf(place.id)]: place }, remove });
}

export const dropPlace = (id: string): Promise<void> => writeRecords({ remove: [keyOf(id)] });

/** What somebody read is nobody else's business: it goes at logout. */
export async function forgetPlaces(): Promise<void> {
  const places = await readRecords<Place>(`${recordKeys.place}/`);
  await writeRecords({ remove: places.map(({ id }) => keyOf(id)) });
}
