/** Whether the response is a web page. If so, a captive portal or a proxy has answered instead of the backend. */
export const isWebPage = (response: Response): boolean =>
  /^(text\/html|application\/xhtml)/i.test(response.headers.get('Content-Type') ?? '');
