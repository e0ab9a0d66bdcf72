export { searchedTypes, searchParametersOf } from './parameters';
export { ResourceSearchService } from './resource-search.service';
export { searchControllersOf } from './search.controller';
