const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** As people read it: `4.2 MB`. */
export function bytesInWords(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const unit = units[step] ?? 'byte';
  const format = new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: step > 1 ? 1 : 0 });
  return format.format(bytes / 1000 ** step);
}
