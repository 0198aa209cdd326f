/** Sends JSON to the server, with this token or without any. Throws if the server refuses it. */
export async function sendJson(
  method: 'POST' | 'PUT',
  url: string,
  body: object,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const bearer = token && { Authorization: `Bearer ${token}` };
  const all = { 'Content-Type': 'application/json', ...bearer, ...headers };
  const response = await fetch(url, { method, headers: all, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${url} was refused: ${response.status}`);
  return response;
}
