export { countsOf, findItem, type ItemRow } from './store.ts'
