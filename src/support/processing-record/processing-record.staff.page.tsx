import { Printer } from "lucide-react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { exportProcessingRecord, readProcessingRecord } from "./processing-record.contract.ts";

/** `/staff/processing-record`: what the Commission asks for, made of what the portal holds. Section 29. */
export function ProcessingRecordPage() {
  const read = useRead(readProcessingRecord);
  return (
    <>
      <ConsoleHeading title="Record of processing">
        <a href={`/api${exportProcessingRecord.path}`} download className="button button-quiet">
          Export CSV
        </a>
        <button type="button" className="button button-quiet" onClick={() => print()}>
          <Printer aria-hidden className="size-4" />
          Print
        </button>
      </ConsoleHeading>
      <Read from={read} waiting={<div className="bone late h-96" />}>
        {({ officer, classes }) => (
          <div className="grid max-w-200 gap-4">
            <section aria-labelledby="officer" className="card px-5 py-4">
              <h2 id="officer" className="text-large">
                Data protection officer
              </h2>
              <p className="mt-2 whitespace-pre-line">
                {officer ?? "Nobody is named yet. Say who it is under Settings; the privacy notice shows it too."}
              </p>
            </section>
            {classes.map(({ name, whose, purpose, basis, recipients, kept }) => (
              <section key={name} aria-label={name} className="card break-inside-avoid px-5 py-4">
                <h2 className="text-large">{name}</h2>
                <Facts
                  list={[
                    { label: "Of whom", value: whose },
                    { label: "What for", value: purpose },
                    { label: "On what basis", value: basis },
                    { label: "Who else learns of it", value: recipients ?? "Nobody outside the college" },
                    { label: "How long", value: kept },
                  ]}
                />
              </section>
            ))}
          </div>
        )}
      </Read>
    </>
  );
}
