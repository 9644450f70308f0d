export { EveryCollection } from './EveryCollection.tsx'
export { EveryTrader } from './EveryTrader.tsx'
