import "./id-card-print.css";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Emblem } from "#kit/paper/emblem.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { Qr } from "#kit/paper/qr.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { brand } from "#reference/brand/brand.rules.ts";
import { serviceOrders } from "../service-order.contract.ts";
import { type IdCard, readIdCard } from "./id-card.contract.ts";

/** Both sides of an ID card as they leave the card printer, a page each. */
export function IdCardPaper({ id }: { id: string }) {
  const read = useRead(readIdCard, { id });
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Print the ID card">
          <Link to={`${serviceOrders.link}/${id}/card`} className="button button-quiet">
            Back to the card
          </Link>
          {read.data?.card?.state === "Issued" && <PrintButton />}
        </ConsoleHeading>
      </div>
      <ReadRecord from={read} of={serviceOrders}>
        {(found) =>
          found.card?.state === "Issued" ? (
            <section
              aria-label="Both sides"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard where the screen is narrower
              tabIndex={0}
              className="grid justify-start gap-4 overflow-x-auto print:block print:overflow-visible"
            >
              <Front of={found} card={found.card} />
              <Back of={found} card={found.card} />
            </section>
          ) : (
            <p>{found.stop ?? "Issue the card first"}.</p>
          )
        }
      </ReadRecord>
    </>
  );
}

interface SideParts {
  readonly of: IdCard;
  readonly card: NonNullable<IdCard["card"]>;
}

function Front({ of: { student, words }, card: { link, validuntil } }: SideParts) {
  return (
    <article aria-label="Front of the card" className="id-card">
      <header className="id-card-head exact">
        <Emblem className="size-[8mm]" />
        <p className="min-w-0">
          <strong>{brand.name}</strong>
          <br />
          {words.heading}
        </p>
      </header>
      <div className="id-card-body">
        <img src={link} alt={`Photograph of ${student.name}`} className="id-card-photo exact" />
        <div className="min-w-0">
          <p className="id-card-name">{student.name}</p>
          <p className="id-card-matric figures">{student.matric}</p>
          <p>{student.programme}</p>
          <p className="id-card-foot">
            Valid until <strong>{validuntil && asDay(`${validuntil}T12:00:00Z`)}</strong>
          </p>
        </div>
      </div>
    </article>
  );
}

function Back({ of: { genuine, student, words }, card: { number } }: SideParts) {
  const { host, pathname } = new URL(genuine);
  const [, page = "", code = ""] = pathname.split("/");
  return (
    <article aria-label="Back of the card" className="id-card">
      <div className="id-card-body">
        <Qr text={genuine} label={`ID card of ${student.name}`} className="size-[30mm]" />
        <div className="min-w-0">
          <p>
            <strong>Is it valid?</strong> Scan the picture, or type the code at {host}/{page}
          </p>
          <p className="id-card-code figures">{code}</p>
          <p>Card number {number.replace(/(\d{4})(?=\d)/g, "$1 ")}</p>
        </div>
      </div>
      <p className="id-card-found">{words.closing}</p>
    </article>
  );
}
