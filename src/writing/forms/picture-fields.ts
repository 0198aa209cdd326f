/** Fields that pictures are put into. */
export interface PictureField {
  isPreparing(): boolean;
  /** Resolves once the pictures that are being prepared are ready, to whether all of them were added. */
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
