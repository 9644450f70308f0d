import { failWithSentence } from './market/fail.ts'
import { buildWeb } from './market/web-build.ts'

/** `npm run build`: the web app alone, so that the user of `npm run serve` needs no right to write code. */
await failWithSentence(async () => {
  await buildWeb(console.log, new AbortController().signal)
  console.log('The web app is built for this version.')
})
