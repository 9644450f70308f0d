import { failWithSentence } from '../market/fail.ts'
import { buildWeb } from '../market/web-build.ts'

/** `npm run build`: the web app, if its sources changed, so that `serve` can run as a user who may not write code. */
await failWithSentence(async () => {
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
  await buildWeb(console.log, ended.signal)
  if (ended.signal.aborted) process.exitCode = 130
  else console.log('The web app is built.')
})
