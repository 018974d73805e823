import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { freePort } from "./free-port.ts";

/** How a mail server may be: away, silent, unwilling for now, unwilling, gone once it has the mail, or well. */
export type Mood = "away" | "silent" | "puts off" | "refuses" | "drops" | "well";

export interface MoodyPost {
  /** For SMTP_URL. */
  readonly url: string;
  /** From now on; whoever is connected is cut. */
  mood(mood: Mood): Promise<void>;
  /** The Message-IDs that it has said yes to, in that order. */
  readonly taken: readonly string[];
  /** Those that it has in full and never said so of. */
  readonly dropped: readonly string[];
  stop(): Promise<void>;
}

/** A mail server on loopback that is well until it is told to be otherwise. */
export async function startMoodyPost(): Promise<MoodyPost> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  const taken: string[] = [];
  const dropped: string[] = [];
  let now: Mood = "well";
  let server: Server | null = null;

  const hear = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    if (now === "silent") return;
    const say = (line: string) => socket.write(`${line}\r\n`);
    let unread = "";
    let isLetter = false;
    socket.setEncoding("utf8").on("data", (piece: string) => {
      unread += piece;
      for (;;) {
        const end = unread.indexOf(isLetter ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const line = unread.slice(0, end);
        unread = unread.slice(end + (isLetter ? 5 : 2));
        if (isLetter) {
          isLetter = false;
          const id = /^message-id: (\S+)/im.exec(line)?.[1] ?? "none";
          if (now === "drops") {
            dropped.push(id);
            socket.destroy();
            return;
          }
          taken.push(id);
          say("250 taken");
        } else if (/^DATA/i.test(line)) {
          isLetter = true;
          say("354 go on");
        } else if (/^RCPT/i.test(line) && now === "puts off") say("451 come again later");
        else if (/^RCPT/i.test(line) && now === "refuses") say("550 nobody lives here");
        else say("250 well");
      }
    });
    say("220 moody");
  };
  const close = async () => {
    const closing = server;
    server = null;
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise((resolve) => closing.close(resolve));
  };
  const mood = async (next: Mood) => {
    now = next;
    for (const socket of sockets) socket.destroy();
    if (next === "away") return close();
    if (server) return;
    server = createServer(hear).listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await mood("well");
  return { url: `smtp://127.0.0.1:${port}`, mood, taken, dropped, stop: close };
}
