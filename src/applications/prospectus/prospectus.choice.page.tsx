interface ChoiceParts {
  readonly label: string;
  readonly empty: string;
  readonly value: string;
  readonly options: readonly string[];
  choose(value: string): void;
}

export const Choice = ({ label, empty, value, options, choose }: ChoiceParts) => (
  <select aria-label={label} className="control" value={value} onChange={(event) => choose(event.target.value)}>
    <option value="">{empty}</option>
    {options.map((name) => (
      <option key={name}>{name}</option>
    ))}
  </select>
);
