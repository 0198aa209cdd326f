/** A sample: its labels by name, and its value. */
export type Sample = { name: string; labels: Record<string, string>; value: number };
export type Family = { name: string; type: string; help: string; samples: Sample[] };

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*';
/** Only `\\`, `\"` and `\n` are escapes. */
const label = String.raw`([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"`;
const metadata = new RegExp(`^# (HELP|TYPE) (${metricName}) (.+)$`);
const sampleLine = new RegExp(`^(${metricName})(?:\\{(${label}(?:,${label})*)\\})? (\\S+)$`);
const number = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|[+-]Inf|NaN)$/i;

/**
 * Reads Prometheus' text format, version 0.0.4, and is stricter than a scraper has to be: each family has its HELP, its
 * TYPE and all its samples in one place, and no series stands twice.
 * (https://prometheus.io/docs/instrumenting/exposition_formats/)
 * @throws {Error} with the line that is not of the format
 */
export function parseExposition(text: string): Family[] {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families: Family[] = [];
  const series = new Set<string>();
  for (const line of text.slice(0, -1).split('\n')) {
    const current = families.at(-1);
    const [, keyword, described, words = ''] = metadata.exec(line) ?? [];
    if (keyword === 'HELP' && described !== undefined) {
      if (families.some(({ name }) => name === described)) throw new Error(`twice: ${line}`);
      if (/\\(?![\\n])/.test(words)) throw new Error(`no escape: ${line}`);
      families.push({ name: described, type: '', help: words, samples: [] });
    } else if (keyword === 'TYPE') {
      if (current?.name !== described || current?.type !== '') throw new Error(`out of place: ${line}`);
      if (!/^(counter|gauge|histogram|summary|untyped)$/.test(words)) throw new Error(`no type: ${line}`);
      current.type = words;
    } else {
      const sample = readSample(line);
      const suffixes = current?.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      if (!current?.type || !suffixes.some((suffix) => current.name + suffix === sample.name))
        throw new Error(`of no family: ${line}`);
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).toSorted()]);
      if (series.has(key)) throw new Error(`twice: ${line}`);
      series.add(key);
      current.samples.push(sample);
    }
  }
  return families;
}

function readSample(line: string): Sample {
  const [, name, labels = ''] = sampleLine.exec(line) ?? [];
  const value = line.slice(line.lastIndexOf(' ') + 1);
  if (name === undefined || !number.test(value)) throw new Error(`no sample: ${line}`);
  const pairs = [...labels.matchAll(new RegExp(label, 'g'))].map(([, key = '', text = '']) => [key, unescaped(text)]);
  if (new Set(pairs.map(([key]) => key)).size < pairs.length) throw new Error(`a label twice: ${line}`);
  return { name, labels: Object.fromEntries(pairs), value: Number(value.replace(/inf$/i, 'Infinity')) };
}

const unescaped = (text: string) => text.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
