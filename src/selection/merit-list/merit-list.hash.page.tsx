import { useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { checkHash } from "./merit-list.calls.contract.ts";

/** The hash that a list was frozen under, and whether its rows still come to it. */
export function HashCheck({ run, hash }: { run: string; hash: string }) {
  const [found, setFound] = useState<"" | "busy" | "intact" | "broken" | "unread">("");
  const check = async () => {
    setFound("busy");
    try {
      setFound((await call(checkHash, { params: { id: run } })).intact ? "intact" : "broken");
    } catch {
      setFound("unread");
    }
  };
  return (
    <div className="grid gap-2 pt-2">
      <p className="text-small text-soft">SHA-256 of every row</p>
      <p className="wrap-anywhere font-mono text-small">{hash}</p>
      <div>
        <button type="button" className="button button-quiet" disabled={found === "busy"} onClick={() => void check()}>
          {found === "busy" ? "Please wait..." : "Check the rows"}
        </button>
      </div>
      {found === "intact" && <Alert look="good" title="Every row is as it was approved" />}
      {found === "broken" && (
        <Alert look="bad" title="The rows do not come to this hash">
          Somebody has changed the database behind the portal. Tell the auditor.
        </Alert>
      )}
      {found === "unread" && <Alert look="bad">The portal could not be asked. Try again.</Alert>}
    </div>
  );
}
