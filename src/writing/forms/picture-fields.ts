/** Fields that pictures are put into. */
export interface PictureField {
  isPreparing(): boolean;
  /** Resolves when what is being prepared now is ready, to whether everything was added. */
  settled(): Promise<boolean>;
}

/** Waits for the pictures that are being prepared, and for those that are added meanwhile. @returns whether all came. */
export async function areSettled(fields: PictureField[]): Promise<boolean> {
  for (;;) {
    const running = fields.map(({ settled }) => settled());
    const isWhole = (await Promise.all(running)).every(Boolean);
    if (fields.every(({ settled }, index) => settled() === running[index])) return isWhole;
  }
}
