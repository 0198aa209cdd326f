const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size in the reader's language, such as `4.2 MB` (decimal units). */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const unit = units[step] ?? 'byte';
  const format = new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: step > 1 ? 1 : 0 });
  return format.format(bytes / 1000 ** step);
}
