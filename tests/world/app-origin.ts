/** The origin of the app and of the own server. */
export const appOrigin = 'http://app.example';
