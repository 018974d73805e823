import { Emblem } from "#kit/emblem.web.tsx";
import { brand, contact, crest } from "#reference/brand/brand.contract.ts";

/** The staff's entry until their console opens. No script: there is nothing to do here. */
export function StaffClosed() {
  return (
    <div className="grid min-h-svh grid-rows-[auto_1fr]">
      <header className="on-deep border-accent border-b-4 px-5 py-4">
        <p className="mx-auto flex max-w-3xl items-center gap-3 font-semibold font-serif text-large">
          <Emblem of={crest} className="size-11" />
          {brand.name}
        </p>
      </header>
      <main className="mx-auto w-full max-w-3xl px-5 py-12">
        <h1 className="text-title">Staff console</h1>
        <p className="mt-3 max-w-prose">The staff console is not open on this portal yet.</p>
        <p className="mt-3 max-w-prose">
          Questions about an application are answered by the {contact.office}:{" "}
          <a href={`mailto:${contact.emailaddress}`} className="link">
            {contact.emailaddress}
          </a>
          . Applicants{" "}
          <a href="/" className="link">
            sign in here
          </a>
          .
        </p>
      </main>
    </div>
  );
}
