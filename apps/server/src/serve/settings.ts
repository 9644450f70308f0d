import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AUCTION_EXPIRE_HOURS } from '@plinth/protocol'
import type { z } from 'zod'
import { type ChainConfig, type MailConfig, SETTLER_WAIT_S } from '../config/config.ts'
import type { MarketOptions } from '../config/server-config.ts'
import { hostUrls } from '../db/hosts.ts'
import { LOG_FORMATS, LOG_LEVELS, type LogFormat, type LogLevel } from '../process/log.ts'
import { readChains, refuseMixedContent } from './chains.ts'
import { readSecret } from './files.ts'
import { type KeeperSource, readKeeper, readSettler } from './keeper.ts'
import { type KeySource, readKeySource, readSignerToken } from './keys.ts'
import { findMisspelt } from './misspelt.ts'
import { collectProblems, type Problems, SettingsError } from './problems.ts'
import { readLimits, readSite } from './site.ts'
import { readStorage, storageSecrets } from './storage.ts'
import {
  databaseUrl,
  databaseUrls,
  decoded,
  gateways,
  listenAt,
  mailFrom,
  origin,
  port,
  prefix,
  smtpUrl,
  trustProxy,
  whole,
} from './values.ts'

export const ROLES = ['http', 'indexer', 'jobs', 'signer'] as const
export type Role = (typeof ROLES)[number]

type DatabaseSettings = {
  readonly databaseUrl: string
  readonly readUrls: readonly string[]
  readonly poolSize: number
  readonly isPreparing: boolean
}

/** Settings of `npm run serve`. */
export type ServeSettings = {
  readonly roles: ReadonlySet<Role>
  readonly host: string
  readonly port: number
  /** Undefined for a process with the role signer alone, which needs no database. */
  readonly market: (MarketOptions & DatabaseSettings & { readonly publicUrl: string }) | undefined
  readonly keys: KeySource
  /** Owner of the blind boxes that a process with the role jobs draws. */
  readonly keeper: KeeperSource | undefined
  readonly settler: KeeperSource | undefined
  /** Address at which other processes of the market request signatures. */
  readonly signerService: { readonly listen: string; readonly token: string } | undefined
  readonly metrics: { readonly host: string; readonly port: number; readonly token: string | undefined } | undefined
  readonly log: { readonly level: LogLevel; readonly format: LogFormat; readonly secrets: readonly string[] }
  /** A web app built elsewhere; without it the start builds its own. */
  readonly webDir: string | undefined
  readonly maxConnections: number
  readonly answerCacheBytes: number
  readonly itemIndexBytes: number
  readonly dryRunsPerMinute: number
  /** How long a stopping process still accepts requests, so that the proxy notices first. */
  readonly drainMs: number
  /** Sentences for the operator who starts it. */
  readonly notes: readonly string[]
}

export type Env = Readonly<Record<string, string | undefined>>

/** All settings from the environment, checked. @throws SettingsError with every problem at once */
export function readServeSettings(env: Env, argv: readonly string[] = []): ServeSettings {
  const problems = collectProblems()
  for (const sentence of findMisspelt(env)) problems.add(sentence)
  const read = readerOf(problems, env)
  const roles = readRoles(problems, env, argv)
  const isSignerAlone = roles.size === 1 && roles.has('signer')
  const market = isSignerAlone ? undefined : readMarket(problems, env)
  const keys = readKeySource(problems, env, market?.chains ?? [], isSignerAlone)
  const keeper = roles.has('jobs') ? readKeeper(problems, env) : undefined
  const settler = roles.has('jobs') ? readSettler(problems, env) : undefined
  const signerService = readSignerService(problems, env, roles, isSignerAlone)
  const metrics = readMetrics(problems, env)
  const log = {
    level: readOne(problems, 'LOG_LEVEL', env.LOG_LEVEL, LOG_LEVELS, 'info'),
    format: readOne(problems, 'LOG_FORMAT', env.LOG_FORMAT, LOG_FORMATS, 'json'),
  }
  const secrets = [
    ...secretsOf(env, market?.chains ?? []),
    ...storageSecrets(market?.storage),
    ...tokensOf(keys),
    signerService?.token,
    metrics?.token,
  ].flatMap((word) => word ?? [])
  const settings = {
    roles,
    host: env.HOST || '127.0.0.1',
    port: read('PORT', port, 3000),
    market,
    keeper,
    settler,
    signerService,
    metrics,
    log: { ...log, secrets },
    webDir: readWebDir(problems, env),
    maxConnections: read('MAX_CONNECTIONS', whole(1, 1_000_000), 4_096),
    answerCacheBytes: read('ANSWER_CACHE_MB', whole(0, 65_536), 64) * 1_048_576,
    itemIndexBytes: read('ITEM_INDEX_MB', whole(0, 65_536), 512) * 1_048_576,
    dryRunsPerMinute: read('DRY_RUNS_PER_MINUTE', whole(0, 100_000), 120),
    drainMs: read('DRAIN_SECONDS', whole(0, 300), 5) * 1_000,
    notes: market && !market.mail ? ['Without SMTP_URL nobody can sign in by e-mail.'] : [],
  }
  if (problems.all.length > 0 || !keys) throw new SettingsError(problems.all)
  return { ...settings, keys }
}

/** Settings of the operator's commands: which market it is, and the texts that are never printed. @throws SettingsError */
export function readMarketSettings(env: Env): {
  readonly market: NonNullable<ServeSettings['market']>
  readonly keeper: KeeperSource | undefined
  readonly secrets: readonly string[]
} {
  const problems = collectProblems()
  for (const sentence of findMisspelt(env)) problems.add(sentence)
  const market = readMarket(problems, env)
  const keeper = readKeeper(problems, env)
  if (problems.all.length > 0 || !market) throw new SettingsError(problems.all)
  return { market, keeper, secrets: [...secretsOf(env, market.chains), ...storageSecrets(market.storage)] }
}

function readerOf(problems: Problems, env: Env) {
  return <T>(name: string, schema: z.ZodType<T, string>, otherwise: T): T =>
    env[name] ? (problems.parse(name, schema, env[name]) ?? otherwise) : otherwise
}

/** `--roles=http,jobs` or ROLES; all of them in one process by default. */
function readRoles(problems: Problems, env: Env, argv: readonly string[]): ReadonlySet<Role> {
  const unknownArgument = argv.find((argument) => !/^--roles=/.test(argument))
  if (unknownArgument !== undefined) problems.add('npm run serve takes nothing but --roles=…: everything else comes from the environment.')
  const text = argv.find((argument) => argument.startsWith('--roles='))?.slice('--roles='.length) ?? env.ROLES ?? ''
  if (text === '') return new Set(ROLES)
  const wanted = text.split(',').map((part) => part.trim())
  const roles = ROLES.filter((role) => wanted.includes(role))
  if (wanted.some((role) => !ROLES.some((known) => known === role)))
    problems.add(`ROLES must be some of ${ROLES.join(', ')}, parted by commas.`)
  return new Set(roles)
}

function readMarket(problems: Problems, env: Env): ServeSettings['market'] {
  const required = <T>(name: string, schema: z.ZodType<T, string>): T | undefined => {
    if (env[name]) return problems.parse(name, schema, env[name])
    problems.add(`${name} is missing.`)
    return undefined
  }
  const url = required('DATABASE_URL', databaseUrl)
  const publicUrl = required('PUBLIC_URL', origin)
  if (!env.PLINTH_CHAINS) problems.add('PLINTH_CHAINS is missing: a JSON list of chains, or the file that holds it.')
  const chains = env.PLINTH_CHAINS ? readChains(problems, env.PLINTH_CHAINS) : []
  if (publicUrl) refuseMixedContent(problems, chains, publicUrl)
  const storage = readStorage(problems, env)
  const mail = readMail(problems, env)
  const chainIds = {
    defaultChainId: readChainId(problems, env, 'DEFAULT_CHAIN_ID', chains),
    connectChainId: readChainId(problems, env, 'CONNECT_CHAIN_ID', chains),
  }
  const read = readerOf(problems, env)
  const apiPrefix = read('API_PREFIX', prefix, '')
  return {
    databaseUrl: url ?? '',
    publicUrl: publicUrl ?? '',
    dataDir: resolve(env.DATA_DIR || './data'),
    chains,
    ...Object.fromEntries(Object.entries(chainIds).filter(([, id]) => id !== undefined)),
    ...(apiPrefix ? { prefix: apiPrefix } : {}),
    site: env.SITE_CONFIG ? readSite(problems, env.SITE_CONFIG) : {},
    limits: env.RATE_LIMITS ? readLimits(problems, env.RATE_LIMITS) : {},
    gateways: { ipfs: read('IPFS_GATEWAYS', gateways, []), arweave: read('ARWEAVE_GATEWAYS', gateways, []) },
    trustProxy: read('TRUST_PROXY', trustProxy, 0),
    mail,
    storage,
    auctionExpireHours: read('AUCTION_EXPIRE_HOURS', whole(1, 8_760), AUCTION_EXPIRE_HOURS),
    settlerWaitS: read('SETTLER_WAIT_MINUTES', whole(0, 1_440), SETTLER_WAIT_S / 60) * 60,
    readUrls: read('DATABASE_READ_URLS', databaseUrls, []),
    poolSize: read('DATABASE_POOL', whole(4, 500), 16),
    isPreparing: readOne(problems, 'DATABASE_PREPARE', env.DATABASE_PREPARE, ['on', 'off'], 'on') === 'on',
  }
}

function readChainId(problems: Problems, env: Env, name: string, chains: readonly ChainConfig[]): number | undefined {
  const value = env[name]
  if (!value) return undefined
  const known = chains.map(({ network }) => network.chainId)
  if (known.includes(Number(value)) || chains.length === 0) return Number(value)
  problems.add(`${name} must be one of the chains of PLINTH_CHAINS: ${known.join(', ')}.`)
  return undefined
}

function readMail(problems: Problems, env: Env): MailConfig | undefined {
  const url = env.SMTP_URL ? problems.parse('SMTP_URL', smtpUrl, env.SMTP_URL) : undefined
  const from = env.MAIL_FROM ? problems.parse('MAIL_FROM', mailFrom, env.MAIL_FROM) : undefined
  if (env.SMTP_URL && !env.MAIL_FROM) problems.add('MAIL_FROM must say who sends what goes through SMTP_URL.')
  return url && from ? { smtpUrl: url, from } : undefined
}

function readSignerService(problems: Problems, env: Env, roles: ReadonlySet<Role>, isAlone: boolean): ServeSettings['signerService'] {
  if (!roles.has('signer')) return undefined
  if (!env.SIGNER_LISTEN) {
    if (isAlone) problems.add('SIGNER_LISTEN must say where the signer is reached, such as 127.0.0.1:4300 or unix:/run/plinth/signer.sock.')
    return undefined
  }
  const listen = problems.parse('SIGNER_LISTEN', listenAt, env.SIGNER_LISTEN)
  const token = readSignerToken(problems, env)
  return listen && token ? { listen, token } : undefined
}

function readMetrics(problems: Problems, env: Env): ServeSettings['metrics'] {
  if (!env.METRICS_PORT) return undefined
  const host = env.METRICS_HOST || '127.0.0.1'
  const token = env.METRICS_TOKEN_FILE ? readSecret(problems, 'METRICS_TOKEN_FILE', env.METRICS_TOKEN_FILE, 16) : undefined
  if (!/^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host) && !env.METRICS_TOKEN_FILE)
    problems.add('METRICS_TOKEN_FILE must name a file with a secret when METRICS_HOST is not this machine alone.')
  const at = problems.parse('METRICS_PORT', port, env.METRICS_PORT)
  return at === undefined ? undefined : { host, port: at, token }
}

function readWebDir(problems: Problems, env: Env): string | undefined {
  if (!env.WEB_DIR) return undefined
  const folder = resolve(env.WEB_DIR)
  if (!existsSync(join(folder, 'index.html'))) problems.add(`WEB_DIR names ${folder}, which holds no built web app.`)
  return folder
}

function readOne<T extends string>(problems: Problems, name: string, value: string | undefined, allowed: readonly T[], otherwise: T): T {
  const found = allowed.find((one) => one === value)
  if (value && !found) problems.add(`${name} must be one of ${allowed.join(', ')}.`)
  return found ?? otherwise
}

function tokensOf(keys: KeySource | undefined): (string | undefined)[] {
  if (keys?.kind === 'remote') return [keys.remote.token]
  if (keys?.kind !== 'plain') return []
  const { miner, feeSigner, formerMiners = [] } = keys.keys
  return [miner, feeSigner, ...formerMiners]
}

/** Shorter parts of an endpoint are words such as "mainnet", not keys. */
const SHORTEST_KEY = 16

/** Parts of the settings that must never be logged, in any sentence. */
function secretsOf(env: Env, chains: readonly ChainConfig[]): string[] {
  const passwords = [env.DATABASE_URL, ...(env.DATABASE_READ_URLS?.split(',') ?? []), env.SMTP_URL].flatMap((text = '') => {
    const password = URL.parse(hostUrls(text)[0] ?? '')?.password ?? ''
    return [password, decoded(password) ?? '']
  })
  const gatewayUrls = [env.IPFS_GATEWAYS, env.ARWEAVE_GATEWAYS].flatMap((text) => text?.split(',') ?? [])
  const endpoints = [...chains.flatMap(({ rpcUrls, wsUrl = '' }) => [...rpcUrls, wsUrl]), ...gatewayUrls].flatMap(
    (text) => URL.parse(text) ?? [],
  )
  const parts = endpoints.flatMap(({ pathname, search, password }) => [password, ...pathname.split('/'), ...search.slice(1).split(/[&=]/)])
  return [...passwords, ...parts.filter((part) => part.length >= SHORTEST_KEY)]
}
