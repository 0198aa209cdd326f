/** The origin of the app and of our own server. */
export const appOrigin = 'http://app.example';
