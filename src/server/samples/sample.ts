/** A post a new database begins with. */
export type Sample = {
  title: string;
  imgUrl: string;
  content: string;
  /** How long before the database was made it was written, in days. */
  daysAgo: number;
};
