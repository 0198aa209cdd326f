/** A field that pictures are put into. */
export interface PictureField {
  isPreparing(): boolean;
  /** Resolves once the pictures that are being prepared are ready, to whether all of them were added. */
  settled(): Promise<boolean>;
}

/** Waits until no picture is being prepared, also not one that was added meanwhile. @returns whether all were added. */
export async function areSettled(fields: PictureField[]): Promise<boolean> {
  for (;;) {
    const running = fields.map(({ settled }) => settled());
    const isWhole = (await Promise.all(running)).every(Boolean);
    if (fields.every(({ settled }, index) => settled() === running[index])) return isWhole;
  }
}
