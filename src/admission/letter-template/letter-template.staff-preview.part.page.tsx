import { fillParagraph, sampleValues } from "./letter-template.fields.contract.ts";

interface Words {
  readonly opening: string;
  readonly conditions: string;
  readonly closing: string;
}

/** Where the paragraphs stand in the letter, filled with somebody's names who is nobody. */
export function Preview({ words: { opening, conditions, closing } }: { words: Words }) {
  return (
    <section aria-labelledby="preview" className="card px-5 py-4">
      <h2 id="preview" className="text-large">
        In the letter
      </h2>
      <div className="mt-2 grid gap-2 border-line border-l-4 pl-4">
        <Given
          text={`Dear ${sampleValues.name}, the college offers you Provisional Admission to the programme below…`}
        />
        <Own text={opening} name="Opening" />
        <Given text="Programme, school, session, duration, and what to do now, step by step…" />
        <Own text={conditions} name="Conditions" />
        <Given text="If it is found at any time that you do not hold a qualification that you claimed…" />
        <Own text={closing} name="Closing" />
        <Given text="Yours faithfully, Registrar" />
      </div>
    </section>
  );
}

/** What the letter says anyway. */
const Given = ({ text }: { text: string }) => <p className="text-small text-soft">{text}</p>;

const Own = ({ text, name }: { text: string; name: string }) =>
  text.trim() ? (
    <p className="whitespace-pre-line">{fillParagraph(text, sampleValues)}</p>
  ) : (
    <p className="text-small text-soft italic">{name}: none</p>
  );
