export { beginning, type Cursor, decodeCursor } from '../listing/cursor';
export { type Bind, type Condition, selective } from '../listing/filter';
export { toComparedReference } from './local-reference';
export * from './record-search.service';
export * from './search-token';
export { fromRecords, searchedRecords, type SearchedRows, type SearchedType } from './searched-records';
export { timeRangeOf, toRangeText } from './time-range';
