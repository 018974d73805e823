/** Long enough for a slow line, short enough that a person still waits. */
export const PATIENCE_MS = 4_000;

const mostBytes = 256 * 1024;

/**
 * One request to the provider: never redirected, and with one limit of time and size for the whole answer. Throws when
 * there is no answer of status 200.
 */
export async function askProvider(url: string, signal = AbortSignal.timeout(PATIENCE_MS)): Promise<Response> {
  const response = await fetch(url, { redirect: "error", headers: { accept: "application/json" }, signal });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url} answered with status ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Error(`${url} answered with more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks));
}
