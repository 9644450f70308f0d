import { ContentStoreFault } from '../../apps/server/src/content/content-store.ts'
import { DatabaseRefused } from '../../apps/server/src/db/refused.ts'
import type { Part } from '../../apps/server/src/main.ts'
import { createLogger } from '../../apps/server/src/process/log.ts'
import { createMetrics } from '../../apps/server/src/process/metrics.ts'
import { SettingsError } from '../../apps/server/src/serve/problems.ts'
import { readServeSettings, type ServeSettings } from '../../apps/server/src/serve/settings.ts'
import { holdKeys, type KeyRing } from '../../apps/server/src/signer/key-ring.ts'
import { KeystoreError } from '../../apps/server/src/signer/keystore.ts'
import { connectRemoteKeys, SignerFault } from '../../apps/server/src/signer/remote-keys.ts'
import { startSignerMetrics } from '../../apps/server/src/signer/signer-metrics.ts'
import { startSignerService } from '../../apps/server/src/signer/signer-service.ts'
import { type Lifetime, runUntilStopped } from '../market/lifetime.ts'
import { codeOf, prepareDataDir, refuseTakenPort, StartError } from '../market/settings.ts'
import { buildWeb, WEB_DIR } from '../market/web-build.ts'

/** A call is answered within 30 s, so that a stop loses none; time limit of the rest of a stop. */
const LAST_ANSWERS_MS = 30_000
const STOP_MS = 10_000
const SAYS_WHAT_TO_DO = [KeystoreError, SignerFault, DatabaseRefused, ContentStoreFault]

/** `npm run serve`: the production market, configured by the environment alone. docs/operating.md has every setting. */
const settings = readSettings()
const log = createLogger((line) => process.stdout.write(line), settings.log)
await runUntilStopped(serve, settings.drainMs + LAST_ANSWERS_MS + STOP_MS, {
  stopping: () => log.info('stopping'),
  failed: (error) => log.error('failed', { error }),
})

function readSettings(): ServeSettings {
  try {
    return readServeSettings(process.env, process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    for (const problem of error.problems) console.error(problem)
    process.exit(1)
  }
}

async function serve(lifetime: Lifetime): Promise<void> {
  const { roles, market, metrics, signerService, notes } = settings
  for (const note of notes) log.warn('note', { note })
  if (roles.has('http')) {
    await refuseTakenPort(settings)
    if (!settings.webDir) await buildWeb((line) => log.info('web', { line }), lifetime.signal)
    lifetime.signal.throwIfAborted()
  }
  if (metrics) await refuseTakenPort(metrics, { port: 'METRICS_PORT', host: 'METRICS_HOST' })
  if (market) prepareDataDir(market.dataDir)
  const opened = await inSentences(openKeys)
  const ofSigner = metrics && !market ? { ...metrics, metrics: createMetrics() } : undefined
  const keys = ofSigner ? ofSigner.metrics.watchKeys(opened) : opened
  const revealOperatorKey = await inSentences(async () => settings.keeper?.open())
  const settlerKey = await inSentences(async () => settings.settler?.open())
  if (signerService) {
    const service = await startSignerService({ ...signerService, keys, log }).catch((error: unknown) => {
      throw new StartError(`SIGNER_LISTEN: ${signerService.listen} can't be listened at (${codeOf(error)}).`)
    })
    lifetime.onStarted(() => service.stop())
  }
  if (ofSigner) {
    const operator = await startSignerMetrics(ofSigner)
    lifetime.onStarted(() => operator.stop())
  }
  const parts = new Set([...roles].filter((role): role is Part => role !== 'signer'))
  if (market && parts.size > 0) {
    // Loaded only here: a process that only signs loads no code that serves visitors.
    const { startServer } = await import('../../apps/server/src/main.ts')
    const webDir = parts.has('http') ? (settings.webDir ?? WEB_DIR) : undefined
    const server = await inSentences(() =>
      startServer({
        ...settings,
        ...market,
        parts,
        keys,
        revealOperatorKey,
        settlerKey,
        metrics,
        log,
        webDir,
        lastAnswersMs: LAST_ANSWERS_MS,
      }),
    )
    lifetime.onStarted(() => server.stop())
  }
  announce()
}

function announce(): void {
  const { roles, host, port, market, signerService } = settings
  log.info('ready', {
    roles: [...roles].join(','),
    ...(roles.has('http') ? { listens: `${host}:${port}`, site: market?.publicUrl } : {}),
    ...(signerService ? { signs: signerService.listen } : {}),
  })
}

async function openKeys(): Promise<KeyRing> {
  const { keys } = settings
  if (keys.kind === 'remote') return connectRemoteKeys(keys.remote)
  return holdKeys(keys.kind === 'plain' ? keys.keys : await keys.open())
}

/** Failures that need no stack say what to do; the others go to the log, with secrets redacted. */
async function inSentences<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (SAYS_WHAT_TO_DO.some((kind) => error instanceof kind)) throw new StartError((error as Error).message)
    log.error('start failed', { error })
    throw new StartError('The market could not start; the log says why.')
  }
}
