import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { Letter, Letters } from "./letters.ts";

export interface PostOffice {
  /** For SMTP_URL. */
  readonly url: string;
  readonly letters: Letters;
  stop(): Promise<void>;
}

const WAIT_MS = 10_000;

/** A real mail server on loopback that keeps what it receives. */
export async function startPostOffice(): Promise<PostOffice> {
  const kept: Letter[] = [];
  const arrivals = new Set<() => void>();
  const keep = async (stream: Readable, { envelope }: SMTPServerSession) => {
    const { subject = "", text = "" } = await PostalMime.parse(await buffer(stream));
    for (const { address } of envelope.rcptTo) kept.push({ to: address, subject, text });
    for (const arrived of arrivals) arrived();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    // When it stops, no letter is on its way any more: only the portal's idle line is left, and would hold it for ten seconds.
    closeTimeout: 1,
    onData(stream, session, answer) {
      void keep(stream, session).then(() => answer(), answer);
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    async letters(to, atLeast, about = /^/) {
      const found = () => kept.filter((letter) => letter.to === to && about.test(letter.subject));
      const deadline = Date.now() + WAIT_MS;
      while (found().length < atLeast && Date.now() < deadline) {
        await new Promise<void>((resolve) => {
          const wake = () => {
            arrivals.delete(wake);
            clearTimeout(timer);
            resolve();
          };
          const timer = setTimeout(wake, deadline - Date.now());
          arrivals.add(wake);
        });
      }
      return found();
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
