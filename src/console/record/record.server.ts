export { actorName, changeOf, historyOf, staffNames } from "./record.history.server.ts";
export {
  columnsOf,
  labelOf,
  mayChange,
  mayList,
  mayRead,
  type RecordRegistry,
  type RecordRules,
  type RowChange,
  type RowColumn,
  registryOf,
  requireWide,
  rulesNamed,
  type UntitledRow,
} from "./record.registry.server.ts";
export { oneRow, shownRows, titledRow } from "./record.select.server.ts";
export {
  addRow,
  beyondReach,
  changeRow,
  choosableOf,
  keepingRules,
  lockedRow,
  removeRow,
  stored,
} from "./record.write.server.ts";
