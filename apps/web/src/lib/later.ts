import './cut-titles.ts'

/** What every page asks for once it stands, in one file: live events, the way back out of dialogs, and cut titles in full. */
export { enter } from './history-layers.ts'
export { followEvents } from './live/live.ts'
