import { pagePaths } from './paths.ts';

/** The register screen's query parameter that holds the invitation's code. */
export const invitationParam = 'invite';

/** The header that sends the code to our own backend, because the specification fixes the body of a registration. */
export const invitationHeader = 'Storyline-Invitation';

export const invitationPath = (code: string) => `${pagePaths.register}?${invitationParam}=${code}`;
