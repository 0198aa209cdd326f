import { pagePaths } from './paths.ts';

/** Query parameter of the register screen with the invitation's code. */
export const invitationParam = 'invite';

/** Sends the code to the own backend alone. Not in the payload of a registration, which the specification fixes. */
export const invitationHeader = 'Storyline-Invitation';

export const invitationPath = (code: string) => `${pagePaths.register}?${invitationParam}=${code}`;
