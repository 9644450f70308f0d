import { PAGES_EN } from '@plinth/api'
export const state = {
  failedTitle: 'The list did not arrive',
  failedText: 'The server is not answering. Your works live on the chain and are not touched.',
  brokenTitle: 'This page broke',
  brokenText: 'The fault is ours. Nothing you own has moved: that lives on the chain.',
  startTitle: 'The market did not open',
  startText: 'The server is not answering. Your works live on the chain and are not touched.',
  chunkTitle: 'This page did not arrive',
  chunkText: 'The connection is slow, or the market was renewed while you were here. Loading the page again brings both up to date.',
  chunkPart: 'A part of this page did not arrive.',
  dismiss: 'Not now',
  trace: 'Trace {{trace}}.',
  code: 'Code {{code}}.',
  toMarket: 'Back to the market',
  reload: 'Load the page again',
  liveDown: 'Live updates are interrupted. Connecting again.',
}

export const notFound = {
  title: PAGES_EN.notFound,
  tip: 'The page was moved, or the address has a slip in it. The works are where they were.',
}
