/** A post that a new database starts with. */
export type Sample = {
  title: string;
  imgUrl: string;
  content: string;
  /** The post's age when the database is created, in days. */
  daysAgo: number;
};
