/** What PostgreSQL says of a statement that it prepares and does not run. */
import pg from "pg";

/** A column of the rows that a statement answers. */
export interface Column {
  readonly name: string;
  readonly type: number;
}

export type Described = { readonly columns: readonly Column[] } | { readonly refused: string };

interface Wire {
  parse(statement: { name: string; text: string; types: number[] }): void;
  describe(what: { type: "S"; name: string }): void;
  sync(): void;
}

/** Parsed and described by the protocol's own steps, parameters without types as at run time. */
class Preparing {
  readonly said: Promise<Described>;
  readonly #text: string;
  #say: (said: Described) => void = () => {};
  #columns: Column[] = [];

  constructor(text: string) {
    this.#text = text;
    this.said = new Promise((say) => {
      this.#say = say;
    });
  }
  submit(wire: Wire): void {
    wire.parse({ name: "", text: this.#text, types: [] });
    wire.describe({ type: "S", name: "" });
    wire.sync();
  }
  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
  }
  handleParseComplete(): void {}
  handleError(fault: Error): void {
    this.#say({ refused: fault.message });
  }
  handleReadyForQuery(): void {
    this.#say({ columns: this.#columns });
  }
}

export function describe(client: pg.Client, text: string): Promise<Described> {
  const preparing = new Preparing(text);
  client.query(preparing as never);
  return preparing.said;
}

/** A connection as the portal has them. */
export async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: "-c search_path=portal" });
  await client.connect();
  return client;
}
