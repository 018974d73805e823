/** Holds the columns of a statement's rows against the type that the code gives them. */
import pg from "pg";
import ts from "typescript";
import "../src/platform/database/connect.server.ts"; // sets how values are read
import type { Column } from "./sql-described.ts";

/** What each kind of value looks like when it leaves PostgreSQL, by the number of its type; read as the portal reads it. */
const samples: Readonly<Record<number, string>> = {
  16: "t",
  17: "\\x00",
  20: "1",
  21: "1",
  23: "1",
  25: "text",
  26: "1",
  700: "1",
  701: "1",
  1000: "{t}",
  1001: '{"\\\\x00"}',
  1005: "{1}",
  1007: "{1}",
  1009: "{text}",
  1015: "{text}",
  1016: "{1}",
  1021: "{1}",
  1022: "{1}",
  1042: "text",
  1043: "text",
  1082: "2026-11-30",
  1083: "10:00:00",
  1114: "2026-11-30 10:00:00",
  1115: '{"2026-11-30 10:00:00"}',
  1182: "{2026-11-30}",
  1184: "2026-11-30 10:00:00+00",
  1185: '{"2026-11-30 10:00:00+00"}',
  1186: "1 day",
  1231: "{1.5}",
  1700: "1.5",
  2950: "0190a000-0000-7000-8000-000000000000",
  2951: "{0190a000-0000-7000-8000-000000000000}",
};
const JSONS = [114, 3802];
const VOID = 2278;

type Kind = "string" | "number" | "boolean" | "date" | "bytes" | "object" | "any" | `${string}[]`;

/** What is wrong with the columns, in a sentence each. */
export function wrongColumns(checker: ts.TypeChecker, row: ts.Type, columns: readonly Column[]): string[] {
  if (row.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return [];
  if (row.isUnion()) {
    const each = row.types.map((one) => wrongColumns(checker, one, columns));
    return each.find((troubles) => troubles.length === 0) ?? each[0] ?? [];
  }
  // What a caller's own type adds is not known here.
  const isOpen = row.isIntersection() && row.types.some(({ flags }) => flags & ts.TypeFlags.TypeParameter);
  const properties = checker.getPropertiesOfType(row);
  const index = checker.getIndexTypeOfType(row, ts.IndexKind.String);
  if (properties.length === 0 && !index) return [];
  const names = columns.map(({ name }) => name);
  const twice = names.filter((name, at) => names.indexOf(name) !== at).map((name) => `answers ${name} twice`);
  const missing = properties
    .filter(({ name, flags }) => !names.includes(name) && !(flags & ts.SymbolFlags.Optional))
    .map(({ name }) => `does not answer ${name}, which its type has`);
  const others = columns.flatMap(({ name, type }) => {
    const property = properties.find((one) => one.name === name);
    const wanted = property ? checker.getTypeOfSymbol(property) : index;
    if (!wanted) return isOpen ? [] : [`answers ${name}, which its type has not`];
    const [is, may] = [kindOf(type), kindsOf(checker, wanted)];
    return fits(is, may) ? [] : [`answers ${name} as ${is}, and its type says ${checker.typeToString(wanted)}`];
  });
  return [...twice, ...missing, ...others];
}

function fits(is: Kind, may: readonly Kind[]): boolean {
  if (is === "any" || may.length === 0) return true;
  return may.some((one) => one === "any" || one === is || (one === "any[]" && is.endsWith("[]")));
}

function kindOf(type: number): Kind {
  if (JSONS.includes(type)) return "any";
  if (type === VOID) return "any";
  const sample = samples[type];
  return sample === undefined ? "string" : kindOfValue(pg.types.getTypeParser(type)(sample));
}

function kindOfValue(value: unknown): Kind {
  if (Array.isArray(value)) return `${kindOfValue(value[0])}[]`;
  if (value instanceof Date) return "date";
  if (Buffer.isBuffer(value)) return "bytes";
  return typeof value as Kind;
}

/** What a type of the code may hold; null is no matter. */
function kindsOf(checker: ts.TypeChecker, type: ts.Type, depth = 0): Kind[] {
  if (depth > 3) return ["any"];
  if (type.isUnion()) return type.types.flatMap((one) => kindsOf(checker, one, depth));
  if (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) return [];
  if (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.TemplateLiteral)) return ["string"];
  if (type.flags & ts.TypeFlags.NumberLike) return ["number"];
  if (type.flags & ts.TypeFlags.BooleanLike) return ["boolean"];
  if (type.isIntersection())
    return type.types.flatMap((one) => kindsOf(checker, one, depth)).filter((one) => one !== "object");
  if (!(type.flags & ts.TypeFlags.Object)) return ["any"];
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    return element ? kindsOf(checker, element, depth + 1).map((one): Kind => `${one}[]`) : ["any[]"];
  }
  const name = type.symbol?.name;
  if (name === "Date") return ["date"];
  return name === "Buffer" || name === "Uint8Array" ? ["bytes"] : ["object"];
}
