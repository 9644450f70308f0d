import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContractName, isCodeOf, readArtifact } from '@plinth/devnet'
import { type Address, toAddress } from '@plinth/protocol'
import { isHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import type { ChainContracts } from '../apps/server/src/config.ts'
import { createContext } from '../apps/server/src/context.ts'
import { openPool } from '../apps/server/src/db/driver.ts'
import { checkMail } from '../apps/server/src/modules/mail/mailer.ts'
import { refreshNetworks } from '../apps/server/src/modules/site/networks.ts'
import { examine, type Known } from '../apps/server/src/operator/doctor.ts'
import { printed, printedJson } from '../apps/server/src/operator/print.ts'
import { failWithSentence } from './fail.ts'
import { withDatabase } from './market-place.ts'
import { type OperatorSettings, readOperatorSettings } from './operator-settings.ts'

const CONTRACTS: Readonly<Partial<Record<keyof ChainContracts, ContractName>>> = {
  exchange: 'Exchange',
  auctionExchange: 'AuctionExchange',
  blindBox: 'BlindBox',
  transferProxy: 'TransferProxy',
  collectionFactory: 'CollectionFactory',
  official721: 'OfficialCollection721',
  official1155: 'OfficialCollection1155',
  prizeCollection: 'PrizeCollection',
}

/** `npm run operator -- doctor [--json]`: looks at everything the market stands on, changes nothing, and ends with 1 when something is ill. */
await failWithSentence(async () => {
  const settings = readOperatorSettings(process.env)
  const findings = await withDatabase(settings, false, async (connection) => {
    const opened = openPool({ ...connection, max: 4 }, 'external', () => undefined)
    try {
      const { config, keys } = settings
      const context = await createContext({ config, dialect: opened.dialect, keys })
      // The database may be of another version, or not answer: that is told below.
      await refreshNetworks(context).catch(() => undefined)
      return await examine(context, knownOf(settings)).finally(() => context.source.close())
    } finally {
      await opened.close()
    }
  })
  console.log(process.argv.includes('--json') ? printedJson(findings) : printed(findings))
  if (findings.some(({ state }) => state === 'ill')) process.exitCode = 1
})

function knownOf({ dataDir, config }: OperatorSettings): Known {
  const { mail } = config
  return {
    isOurs: (name, code) => {
      const contract = CONTRACTS[name]
      return contract !== undefined && isCodeOf(readArtifact(contract), code)
    },
    keys: findKeys(process.env.KEYSTORE_DIR, join(dataDir, 'keys')),
    keeper: findKeeper(process.env, dataDir),
    tryMail: mail && (() => checkMail(mail)),
  }
}

/** Whose keys they are stands on a keystore, too: none is opened. */
function findKeys(keystores: string | undefined, plain: string): Known['keys'] {
  const [miner, feeSigner] = ['miner', 'fee-signer'].map((name) =>
    keystores ? addressOfKeystore(join(keystores, `${name}.json`)) : addressOfKey(join(plain, name)),
  )
  return miner && feeSigner ? { miner, feeSigner } : undefined
}

/** The market of `npm start` keeps its boxes with the operator's own key. */
function findKeeper({ KEEPER_KEYSTORE, PLINTH_CHAINS }: NodeJS.ProcessEnv, dataDir: string): Known['keeper'] {
  if (KEEPER_KEYSTORE) return addressOfKeystore(KEEPER_KEYSTORE)
  return PLINTH_CHAINS ? undefined : addressOfKey(join(dataDir, 'keys', 'operator'))
}

function addressOfKeystore(path: string): Address | undefined {
  if (!existsSync(path)) return undefined
  const { address } = JSON.parse(readFileSync(path, 'utf8')) as { address?: unknown }
  return typeof address === 'string' && /^[0-9a-f]{40}$/i.test(address) ? toAddress(`0x${address}`) : undefined
}

function addressOfKey(path: string): Address | undefined {
  const key = existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
  return isHex(key) ? toAddress(privateKeyToAddress(key)) : undefined
}
