import { createServer } from 'node:http';
import type { Recorded } from './recorded.ts';

/** The prepared responses, by path: serving them is the least a server can do. `bare-server.ts` runs this file. */
const answers = new Map<string, Recorded>();

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (answer === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(answer.status, answer.headers).end(answer.body);
});

process.on('message', (told: [string, Recorded][]) => {
  for (const [path, answer] of told) answers.set(path, answer);
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
});
process.on('disconnect', () => process.exit());
