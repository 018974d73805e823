import type { ServerResponse } from "node:http";
import type { BodyFault } from "./faults.ts";
import { type Answer, send, text } from "./http.ts";

/** Sends an answer the way it goes wrong on a bad day. What the call did is done already. */
export function sendBroken(response: ServerResponse, fault: BodyFault, answer: Answer) {
  const html = {
    status: 200,
    headers: { "content-type": "text/html" },
    body: "<html><body>Service busy</body></html>",
  };
  switch (fault) {
    case "5xx":
      return send(response, text("Internal Server Error", 500));
    case "html":
      return send(response, html);
    case "empty":
      return send(response, text(""));
    case "two-answers":
      return send(response, text(`${answer.body};${answer.body}`));
    case "bad-utf8":
      response.writeHead(200, { "content-type": "application/json" });
      return response.end(Buffer.from(answer.body.replace("{", '{"note":"\xff\xfe",'), "latin1")); // else a whole answer
    case "cut":
      response.writeHead(200, { "content-length": answer.body.length });
      return response.write(answer.body.slice(0, -10), () => response.destroy());
    case "drip":
      response.writeHead(200);
      return repeat(response, 100, () => response.write(" "));
    case "endless":
      response.writeHead(200);
      return repeat(response, 1, () => response.write(" ".repeat(8192)));
    case "hang":
    case "reset":
      return;
  }
}

/** Goes on until the other side has had enough. */
function repeat(response: ServerResponse, everyMs: number, step: () => void) {
  const timer = setInterval(step, everyMs);
  response.once("close", () => clearInterval(timer));
}
