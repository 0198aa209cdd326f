/** A web page where the backend's answer should be: a captive portal's, or a proxy's. */
export const isWebPage = (response: Response): boolean =>
  response.headers.get('Content-Type')?.toLowerCase().startsWith('text/html') === true;
