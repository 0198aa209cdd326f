import { freePort } from './free-port.ts';
import { type Loopback, openLoopback } from './loopback.ts';

/** Opens a host that answers every path with an SVG 300 pixels wide, except `/broken.svg`, which is no image. */
export const openPictureHost = async (): Promise<Loopback> =>
  openLoopback(await freePort(), ({ url }, response) => {
    response.setHeader('Content-Type', 'image/svg+xml');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><style>svg{fill:red}</style></svg>';
    response.end(url === '/broken.svg' ? '<p>No picture' : svg);
  });
