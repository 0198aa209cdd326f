/** A form field to which the author adds pictures. */
export interface PictureField {
  isPreparing(): boolean;
  /** Waits until the pictures being prepared are ready. Resolves to whether all of them were added. */
  settled(): Promise<boolean>;
}

/** Waits until no picture is being prepared, including pictures chosen meanwhile. @returns whether all were added. */
export async function areSettled(fields: PictureField[]): Promise<boolean> {
  for (;;) {
    const running = fields.map(({ settled }) => settled());
    const isWhole = (await Promise.all(running)).every(Boolean);
    if (fields.every(({ settled }, index) => settled() === running[index])) return isWhole;
  }
}
