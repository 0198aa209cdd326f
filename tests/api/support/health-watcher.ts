import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { memoryOf } from '../../bench/built-server.ts';
import type { HealthSamples, WatchTargets } from './health-watch.ts';
import { registerHonestUser } from './honest-user.ts';

/** In milliseconds, between two samples. */
const pause = 50;
const pauseOfActs = 500;
/** In milliseconds: a health check that gets no data for this long has failed. */
const timeoutMs = 10_000;
/** Differs from the attackers' address, as the server limits connections per address. */
const localAddress = '127.0.0.2';

const { origin, pid, idleOrigin }: WatchTargets = workerData;
const seen: HealthSamples = { health: [], acts: [], memory: [] };

/** Returns how long a health check takes, in milliseconds. It opens a new connection, as monitors do. */
function timeOf(asked: string): Promise<number> {
  const began = performance.now();
  const { promise, resolve } = Promise.withResolvers<number>();
  const asking = request(`${asked}/healthz`, { agent: false, localAddress, timeout: timeoutMs });
  asking.on('response', (answer) => {
    answer.resume();
    answer.on('end', () => resolve(answer.statusCode === 200 ? performance.now() - began : Number.POSITIVE_INFINITY));
  });
  asking.on('timeout', () => asking.destroy());
  asking.on('error', () => resolve(Number.POSITIVE_INFINITY));
  asking.end();
  return promise;
}

/** Returns how long the server's main thread has waited for a processor, in milliseconds. Returns 0 except on Linux. */
function timeInSystemsQueue(): number {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6 : 0;
}

async function askHealth(): Promise<void> {
  const queuedBefore = timeInSystemsQueue();
  const [took, tookIdle] = await Promise.all([timeOf(origin), timeOf(idleOrigin)]);
  seen.health.push({ took, tookIdle, queued: timeInSystemsQueue() - queuedBefore });
}

async function repeat(work: () => Promise<void>, pauseBetween: number): Promise<void> {
  do {
    await work();
    await wait(pauseBetween);
  } while (!isToEnd);
}

const readMemory = () => seen.memory.push(memoryOf(pid));

let isToEnd = false;
parentPort?.once('message', () => {
  isToEnd = true;
});
const reading = setInterval(readMemory, pause);
const act = await registerHonestUser(origin);
await askHealth();
parentPort?.postMessage('watching');
await Promise.all([
  repeat(askHealth, pause),
  repeat(async () => {
    seen.acts.push(...(await act()));
  }, pauseOfActs),
]);
clearInterval(reading);
readMemory();
parentPort?.postMessage(seen);
