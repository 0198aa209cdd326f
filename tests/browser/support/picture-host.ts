import { freePort } from './free-port.ts';
import { type Loopback, openLoopback } from './loopback.ts';

/** Opens a host of images 300 pixels wide. Its `/broken.svg` is not an image. */
export const openPictureHost = async (): Promise<Loopback> =>
  openLoopback(await freePort(), ({ url }, response) => {
    response.setHeader('Content-Type', 'image/svg+xml');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><style>svg{fill:red}</style></svg>';
    response.end(url === '/broken.svg' ? '<p>No picture' : svg);
  });
