import { useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { CodeField, TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { useSearchParams } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { uploadFile } from "#profile/upload/upload.contract.ts";
import { EvidenceField } from "#profile/upload/upload.evidence.part.page.tsx";
import { type OwnCase, openCase, payerCaseForm, readOwnCases } from "./payer-case.contract.ts";
import { answerSentences } from "./payer-case.rules.ts";

type Known = Replied<typeof readOwnCases>;

/** Who has paid and does not see it says so here, with a picture of the slip, and reads when it is answered. */
export function PayerCasePage() {
  const read = useRead(readOwnCases);
  return (
    <>
      <PageHeading
        title="I have paid"
        subtitle="For a payment that you made and that does not show. Send a picture of the slip; the bursary answers by a day that you are told"
      />
      <Read from={read} waiting={<CardBones />}>
        {(known) => <Telling known={known} />}
      </Read>
    </>
  );
}

function Telling({ known }: { known: Known }) {
  const [said, setSaid] = useState<string>();
  const [round, setRound] = useState(0);
  return (
    <div className="grid max-w-3xl gap-8">
      {said && (
        <Alert look="good">
          <p>{said}.</p>
        </Alert>
      )}
      {known.cases.length > 0 && (
        <section aria-labelledby="told" className="card px-5 pt-4 pb-2">
          <h2 id="told" className="text-large">
            What you told us
          </h2>
          <ul>
            {known.cases.map((one) => (
              <Case key={one._id} one={one} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="tell" className="grid gap-4">
        <h2 id="tell" className="text-large">
          Tell us of a payment
        </h2>
        <p className="max-w-prose">
          We ask the payment service first: most payments are found at once. Else the bursary looks for it and answers
          within {known.days} working {known.days === 1 ? "day" : "days"}. Please do not pay again meanwhile.
        </p>
        <TellForm
          key={round}
          known={known}
          onSent={(message) => {
            setSaid(message);
            setRound(round + 1);
          }}
        />
      </section>
    </div>
  );
}

function Case({ one }: { one: OwnCase }) {
  const { number, rrr, description, amount, bank, teller, paidon, createdAt, promised, overdue } = one;
  const { answer, reply, answeredAt } = one;
  return (
    <li className="grid gap-1 border-line border-b py-3 last:border-b-0">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <strong className="figures font-semibold">Case {number}</strong>
        <WordBadge
          look={answer === null ? "info" : answer === "It is paid now" ? "good" : "plain"}
          word={answer ?? "The bursary is looking"}
        />
      </p>
      <p>
        {asNaira(amount)}
        {description && ` for ${description}`}
        {rrr && <span className="figures">, RRR {groupedRrr(rrr)}</span>}
      </p>
      <p className="text-small text-soft">
        {bank}, slip {teller}, {asDay(paidon)}. Told on {asDay(createdAt)}
      </p>
      {answer === null ? (
        <p className={overdue ? "font-semibold text-warn" : ""}>
          {overdue
            ? `You were to have an answer by ${asDay(promised)}. It is late: the bursary sees that too. Ask there, and quote the number`
            : `You have an answer by ${asDay(promised)}`}
          .
        </p>
      ) : (
        <>
          <p className="max-w-prose">{answerSentences[answer]}.</p>
          {reply && <p className="max-w-prose whitespace-pre-line">The bursary wrote: {reply}</p>}
          {answeredAt && <p className="text-small text-soft">Answered on {asDay(answeredAt)}</p>}
        </>
      )}
    </li>
  );
}

function TellForm({ known, onSent }: { known: Known; onSent(message: string): void }) {
  const [address] = useSearchParams();
  const reread = useReread();
  const isOpen = (rrr: string) => known.cases.some((one) => one.rrr === rrr && one.answer === null);
  const wished = known.references.find(({ rrr }) => rrr === address.get("rrr") && !isOpen(rrr));
  const sheet = useSheet(payerCaseForm, {
    ...{ rrr: wished ? groupedRrr(wished.rrr) : "", amount: wished ? String(wished.amount) : "" },
    ...{ bank: "", teller: "", paidon: "", words: "", evidence: "" },
  });
  return (
    <Form
      sheet={sheet}
      draft="payer-case"
      silent
      submit="Send it to the bursary"
      send={(body, attempt) => call(openCase, { body, attempt })}
      done={async ({ message }) => {
        await reread();
        onSent(message);
        scrollTo({ top: 0 });
      }}
    >
      <CodeField
        {...sheet.field("rrr")}
        hint={
          wished ? `${wished.description}` : "12 digits, as they stand on the slip. Leave it out if the slip shows none"
        }
      />
      <TextField
        {...sheet.field("bank")}
        hint="Where you paid, for example First Bank, Ankpa, or the name of the app"
      />
      <CodeField {...sheet.field("teller")} hint="The number of the teller, the transfer or the POS slip" />
      <DayField {...sheet.field("paidon")} />
      <TextField {...sheet.field("amount")} hint="In naira, as the slip has it, without the bank's own charge" />
      <TextArea {...sheet.field("words")} hint="Only if it is more than that the payment does not show" />
      <EvidenceField
        {...sheet.field("evidence")}
        keep={uploadFile}
        hint="A clear picture or a PDF of the whole slip, at most 2 MB"
      />
    </Form>
  );
}
