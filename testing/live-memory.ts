import { once } from "node:events";

/** For a program whose memory is asked for with `liveMemoryAt`. */
export const inspectedAt = (port: number) => ({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` });

/** The megabytes of a program's objects that are still in use, once all others are collected. */
export async function liveMemoryAt(port: number): Promise<number> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error("the program has no inspector");
  const line = new WebSocket(target.webSocketDebuggerUrl);
  await once(line, "open");
  const ask = async (id: number, method: string): Promise<{ usedSize: number }> => {
    line.send(JSON.stringify({ id, method }));
    const [{ data }] = await once(line, "message");
    return JSON.parse(data).result;
  };
  try {
    await ask(1, "HeapProfiler.collectGarbage");
    return (await ask(2, "Runtime.getHeapUsage")).usedSize / 1024 / 1024;
  } finally {
    line.close();
  }
}
