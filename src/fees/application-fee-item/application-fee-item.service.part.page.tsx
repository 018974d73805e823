import { useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { MoveDialog } from "../provider-service/provider-service.move.part.page.tsx";
import { changeServiceType, EVERY, everyServiceForm, serviceForm } from "./application-fee-item.record.contract.ts";

/** Another service type for the whole application fee of one programme, or of every one. */
export function ServiceDialog({ onHide }: { onHide(): void }) {
  const [every, setEvery] = useState(false);
  return every ? <OfEvery onHide={onHide} /> : <OfOne onHide={onHide} onEvery={() => setEvery(true)} />;
}

const OfOne = ({ onHide, onEvery }: { onHide(): void; onEvery(): void }) => (
  <MoveDialog
    title="Change service type"
    form={serviceForm}
    chosen={["session", "programme"]}
    service="serviceTypeID"
    send={(body, attempt) => call(changeServiceType, { body, attempt })}
    onHide={onHide}
  >
    <p>
      One payment carries one service type of the provider, so all fee items of a programme change together. References
      that are open keep the service they were made with.{" "}
      <button type="button" className="link cursor-pointer" onClick={onEvery}>
        Change it for every programme instead
      </button>
    </p>
  </MoveDialog>
);

const OfEvery = ({ onHide }: { onHide(): void }) => (
  <MoveDialog
    title="Change service type of every programme"
    form={everyServiceForm}
    chosen={["session"]}
    service="serviceTypeID"
    send={(body, attempt) => call(changeServiceType, { body: { ...body, programme: EVERY }, attempt })}
    onHide={onHide}
  >
    <p>
      All application fee items of the session go to one service type, active or not. References that are open keep the
      service they were made with.
    </p>
  </MoveDialog>
);
