/** Where the app is opened, and where the own server answers. */
export const appOrigin = 'http://app.example';
