/** What a process says of itself on its port for figures. */
export async function metricsAt(port: number): Promise<{ readonly type: string | null; readonly text: string }> {
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
  return { type: reply.headers.get("content-type"), text: await reply.text() };
}

/** The value of a line that begins so; 0 where there is none. */
export const figureOf = (text: string, beginning: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(beginning))
      ?.split(" ")
      .at(-1) ?? 0,
  );

/** How late the process came to what waited, in milliseconds at p99, since it was asked last. */
export const eventLoopDelayAt = async (port: number): Promise<number> =>
  1_000 * figureOf((await metricsAt(port)).text, 'portal_event_loop_delay_seconds{quantile="0.99"}');
