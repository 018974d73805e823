import { useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { useNavigate } from "#kit/page/router.web.tsx";
import { readMe } from "../staff-account/staff-account.contract.ts";
import { AskPassword } from "./second-factor.password.part.page.tsx";
import { RecoveryCodes } from "./second-factor.recovery.part.page.tsx";
import { type Begun, ScanCode } from "./second-factor.scan.part.page.tsx";

/** `/staff/second-factor`: the password, the scan with a first code, and the recovery codes, one after the other. */
export function SecondFactorPage() {
  const me = useRead(readMe);
  return (
    <div className="max-w-prose">
      <ConsoleHeading title="Second factor" />
      <Read from={me} waiting={<CardBones />}>
        {({ secondFactor, mustEnrol }) => <Enrolment hasOne={secondFactor} due={mustEnrol} />}
      </Read>
    </div>
  );
}

function Enrolment({ hasOne, due }: { hasOne: boolean; due: boolean }) {
  const navigate = useNavigate();
  const reread = useReread();
  // What was so at the beginning: it is on before the recovery codes are kept.
  const [first] = useState({ hasOne, due });
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  if (codes.length > 0) {
    const leave = async () => {
      await reread();
      navigate(first.due ? "/staff/dashboard" : "/staff/account", { replace: true });
    };
    return <RecoveryCodes codes={codes} onKept={() => void leave()} />;
  }
  if (begun) return <ScanCode begun={begun} onOn={setCodes} onBack={() => setBegun(null)} />;
  return <AskPassword {...first} onBegun={setBegun} />;
}
