import { createHash, timingSafeEqual } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Handler, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { ProblemCode } from '../../contract/problems.ts';
import { HttpError } from '../process/http-error.ts';
import { respond } from './respond.ts';

/** Upper bounds of the histogram's buckets, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const mediaType = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics require the operator's token; a user's token does not open them. */
const challenge = { 'WWW-Authenticate': 'Bearer realm="metrics"' };

type Series = { labels: string; statuses: Map<number, number>; slots: number[]; sum: number; count: number };

export type Metrics = { observe: MiddlewareHandler; countError(code: ProblemCode): void; text(): string };

/** Counts responses by the pattern of their route, never by the requested path: labels must stay few. */
export function createMetrics(): Metrics {
  const known = new Map<string, Series>();
  const refusals = new Map<ProblemCode, number>();
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();

  const seriesOf = (labels: string): Series => {
    const found = known.get(labels) ?? { labels, statuses: new Map(), slots: buckets.map(() => 0), sum: 0, count: 0 };
    known.set(labels, found);
    return found;
  };

  const observe: MiddlewareHandler = async (c, next) => {
    const start = performance.now();
    await next();
    const seconds = (performance.now() - start) / 1000;
    const series = seriesOf(`method="${methodOf(c.req.method)}",route="${escaped(routePath(c))}"`);
    series.statuses.set(c.res.status, (series.statuses.get(c.res.status) ?? 0) + 1);
    for (const [index, bound] of buckets.entries())
      if (seconds <= bound) series.slots[index] = (series.slots[index] ?? 0) + 1;
    series.sum += seconds;
    series.count++;
  };

  const countError = (code: ProblemCode) => {
    refusals.set(code, (refusals.get(code) ?? 0) + 1);
  };

  const text = () => {
    const all = [...known.values()];
    const requests = all.flatMap(({ labels, statuses }) =>
      [...statuses].map(([status, count]) => `http_requests_total{${labels},status="${status}"} ${count}`),
    );
    const durations = all.flatMap(({ labels, slots, sum, count }) => [
      ...slots.map((slot, index) => `http_request_duration_seconds_bucket{${labels},le="${buckets[index]}"} ${slot}`),
      `http_request_duration_seconds_bucket{${labels},le="+Inf"} ${count}`,
      `http_request_duration_seconds_sum{${labels}} ${sum}`,
      `http_request_duration_seconds_count{${labels}} ${count}`,
    ]);
    const refused = [...refusals].map(([code, count]) => `http_refusals_total{code="${code}"} ${count}`);
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    const delay = Number.isNaN(loop.mean) ? 0 : loop.percentile(99) / 1e9;
    loop.reset();
    return [
      ...family('http_requests_total', 'counter', 'Requests answered.', requests),
      ...family('http_request_duration_seconds', 'histogram', 'Time until the answer.', durations),
      ...family('http_refusals_total', 'counter', 'Requests refused, such as logins (wrong_credentials).', refused),
      ...one('process_cpu_seconds_total', 'counter', 'Processor time.', (user + system) / 1e6),
      ...one('process_resident_memory_bytes', 'gauge', 'Memory.', rss),
      ...one('process_start_time_seconds', 'gauge', 'Start, in Unix time.', performance.timeOrigin / 1000),
      ...one('nodejs_heap_size_used_bytes', 'gauge', 'Memory of the JavaScript heap.', heapUsed),
      ...one('nodejs_eventloop_lag_p99_seconds', 'gauge', '99th percentile since the last scrape.', delay),
      '',
    ].join('\n');
  };

  return { observe, countError, text };
}

/**
 * Sends the metrics in Prometheus' text format to clients that have the token.
 * @throws {HttpError} not_authenticated
 */
export function metricsHandler(metrics: Metrics, token: string): Handler {
  return (c) => {
    const given = /^Bearer +([^ ].*)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
    if (!timingSafeEqual(digest(given), digest(token)))
      throw new HttpError('not_authenticated', { headers: challenge });
    return respond(c, 200, metrics.text(), { 'Content-Type': mediaType, 'Cache-Control': 'no-store' });
  };
}

/** Returns a method's label. Clients can make up any method, and a label for each would fill the memory. */
function methodOf(method: string): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other';
}

/**
 * Escapes a label (https://prometheus.io/docs/instrumenting/exposition_formats/): a route may be a regular expression.
 */
function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const one = (name: string, type: string, help: string, value: number) => family(name, type, help, [`${name} ${value}`]);

const family = (name: string, type: string, help: string, lines: string[]) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...lines,
];
