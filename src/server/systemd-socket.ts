/** The first file descriptor that systemd passes (sd_listen_fds(3)). */
const firstPassed = 3;

/**
 * Finds the listening socket that systemd passes. systemd keeps it open while the server restarts, so that clients wait
 * and no connection is refused.
 * @returns its file descriptor; `undefined` if the server has to listen itself
 */
export function systemdSocket({ LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv): number | undefined {
  return LISTEN_FDS === '1' && LISTEN_PID === `${process.pid}` ? firstPassed : undefined;
}
