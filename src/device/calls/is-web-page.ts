/** Whether the response is a web page, and so a captive portal's or a proxy's instead of the backend's. */
export const isWebPage = (response: Response): boolean =>
  /^(text\/html|application\/xhtml)/i.test(response.headers.get('Content-Type') ?? '');
