export { actorName, changeOf, historyOf, staffNames } from "./record.history.server.ts";
export { beyondReachOf, changesRefused, writeRows } from "./record.many.server.ts";
export {
  columnsOf,
  type FormChange,
  labelOf,
  type ManyRules,
  mayChange,
  mayList,
  mayRead,
  type RecordRegistry,
  type RecordRules,
  type RowChange,
  type RowColumn,
  registryOf,
  requireNobodyElses,
  requireWide,
  rulesNamed,
  type UntitledRow,
} from "./record.registry.server.ts";
export { oneRow, rowsOf, shownRows, titledRow } from "./record.select.server.ts";
export {
  addRow,
  beyondReach,
  changeRow,
  choosableOf,
  completedWith,
  keepingRules,
  lockedRow,
  refuseDeeds,
  removeRow,
  requireSettled,
  stored,
} from "./record.write.server.ts";
