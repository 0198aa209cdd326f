import { pagePaths } from './paths.ts';

/** Query parameter of the register screen with the invitation's code. */
export const invitationParam = 'invite';

/** Carries the code to our own backend alone. The specification fixes the body of a registration, so the code can't be in it. */
export const invitationHeader = 'Storyline-Invitation';

export const invitationPath = (code: string) => `${pagePaths.register}?${invitationParam}=${code}`;
