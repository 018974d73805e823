/** A sentence in which no line ends inside a payment reference. */
export const Unbroken = ({ text }: { text: string }) =>
  text.split(/(\d{4}-\d{4}-\d{4})/).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <span key={piece} className="figures whitespace-nowrap">
        {piece}
      </span>
    ),
  );
