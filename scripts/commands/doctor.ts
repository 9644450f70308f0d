import { join } from 'node:path'
import { type ContractName, isCodeOf, readArtifact } from '@plinth/devnet'
import type { Address } from '@plinth/protocol'
import type { ChainConfig, ChainContracts } from '../../apps/server/src/config/config.ts'
import { createContext } from '../../apps/server/src/context.ts'
import { findPrimary, lookAt, openPool } from '../../apps/server/src/db/driver.ts'
import { checkMail } from '../../apps/server/src/mail/mailer.ts'
import { refreshNetworks } from '../../apps/server/src/modules/networks/service.ts'
import { examine, type Known } from '../../apps/server/src/operator/doctor.ts'
import { printed, printedJson } from '../../apps/server/src/operator/print.ts'
import { readKeySource } from '../../apps/server/src/serve/keys.ts'
import { collectProblems, SettingsError } from '../../apps/server/src/serve/problems.ts'
import type { KeyRing } from '../../apps/server/src/signer/key-ring.ts'
import { connectRemoteKeys } from '../../apps/server/src/signer/remote-keys.ts'
import { failWithSentence } from '../market/fail.ts'
import { addressOfKey, addressOfKeystore, findKeyAddresses } from '../market/key-addresses.ts'
import { withDatabase } from '../market/market-place.ts'
import { type OperatorSettings, readOperatorSettings } from '../market/operator-settings.ts'

const CONTRACTS: Readonly<Partial<Record<keyof ChainContracts, ContractName>>> = {
  exchange: 'Exchange',
  auctionExchange: 'AuctionExchange',
  blindBox: 'BlindBox',
  manyTransfers: 'ManyTransfers',
  transferProxy: 'TransferProxy',
  collectionFactory: 'CollectionFactory',
  official721: 'OfficialCollection721',
  official1155: 'OfficialCollection1155',
  prizeCollection: 'PrizeCollection',
}

/**
 * `npm run operator -- doctor [--json]`: checks everything that the market depends on, changes nothing, and exits with
 * 1 on a problem.
 */
await failWithSentence(async () => {
  const settings = readOperatorSettings(process.env)
  const findings = await withDatabase(settings, false, async (connection) => {
    const opened = openPool({ ...connection, max: 4 }, 'external', () => undefined)
    try {
      const { config, keys } = settings
      const context = await createContext({ config, dialect: opened.dialect, keys })
      // The database may be of another version, or down: reported below.
      await refreshNetworks(context).catch(() => undefined)
      return await examine(context, await knownOf(settings)).finally(() => context.source.close())
    } finally {
      await opened.close()
    }
  })
  console.log(process.argv.includes('--json') ? printedJson(findings) : printed(findings))
  if (findings.some(({ state }) => state === 'ill')) process.exitCode = 1
})

async function knownOf({ dataDir, config, databaseUrl, readUrls = [] }: OperatorSettings): Promise<Known> {
  const { mail } = config
  const remote = process.env.SIGNER_URL ? askSigner(config.chains) : undefined
  const announced = await remote?.catch(() => undefined)
  return {
    isOurs: (name, code) => {
      const contract = CONTRACTS[name]
      return contract !== undefined && isCodeOf(readArtifact(contract), code)
    },
    keys: announced?.addresses ?? findKeyAddresses(process.env, dataDir),
    trySigner: remote && (async () => void (await remote)),
    revealOperator: findOwnKey(process.env, dataDir, ['KEEPER_KEYSTORE', 'operator']),
    settler: findOwnKey(process.env, dataDir, ['SETTLER_KEYSTORE', 'settler']),
    hosts: databaseUrl === undefined ? [] : (await findPrimary(databaseUrl)).hosts,
    replicas: (await lookAt(readUrls)).map(({ name, state }) => ({ name, isUsed: state.kind === 'standby' })),
    tryMail: mail && (() => checkMail(mail)),
  }
}

async function askSigner(chains: readonly ChainConfig[]): Promise<KeyRing> {
  const problems = collectProblems()
  const source = readKeySource(problems, process.env, chains, false)
  if (source?.kind !== 'remote') throw new SettingsError(problems.all)
  return connectRemoteKeys(source.remote, 0)
}

/** A keystore that the environment names, or a key of the market of `npm start`, which reveals its boxes with the operator's own. */
function findOwnKey(env: NodeJS.ProcessEnv, dataDir: string, [variable, file]: readonly [string, string]): Address | undefined {
  const keystore = env[variable]
  if (keystore) return addressOfKeystore(keystore)
  return env.PLINTH_CHAINS ? undefined : addressOfKey(join(dataDir, 'keys', file))
}
