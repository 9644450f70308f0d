import { AppError } from '@plinth/api'
import { type Address, isLoginFresh, LOGIN_WINDOWS_S, loginText, type SiweFields, siweMessage } from '@plinth/protocol'
import type { Hex } from 'viem'
import { isTextSigned } from '../../chain/signatures.ts'
import type { Caller, Context } from '../../context.ts'
import { type Db, type Tx, transact } from '../../db/database.ts'
import { keptFor } from '../../db/kept.ts'
import { newNonce, newToken, nonceExpiry, openToken, sealToken, tokenHash, useKey } from '../../secrets/session-tokens.ts'
import { type Account, ensureAccount } from '../users/service.ts'
import { findSignInProblem, parseSignInMessage } from './siwe.ts'
import { findSession, findUse, insertSession, insertUse, serverSecret } from './store.ts'

/** Blocks come some seconds late, and a little early. */
const MOST_SKEW_S = 60

export type LoginInput = {
  readonly address: Address
  readonly signature: Hex
  readonly timestamp?: number
  readonly message?: string
  readonly chainId?: number
}

/** The signed text, and what is valid once: the text itself, or the nonce in it. */
type SignIn = { readonly text: string; readonly once: readonly string[] }

const NONCE_SECRET = 'nonce'
/** Another one: a permit is no sign-in, and a sign-in permits nothing. */
const PERMIT_SECRET = 'permit nonce'

export async function findCaller({ db, clock }: Context, token: string): Promise<Caller | undefined> {
  const find = () => findSession(db, token, clock.now())
  return keptFor(db)?.session(tokenHash(token).toString('base64'), find, clock.nowMs()) ?? find()
}

export async function makeNonce({ db, clock }: Context, secret = NONCE_SECRET): Promise<{ nonce: string; expiresAt: number }> {
  const expiresAt = clock.now() + LOGIN_WINDOWS_S.nonce
  return { nonce: newNonce(await serverSecret(db, secret), expiresAt), expiresAt }
}

/** Sign-in by wallet, either form (decision 16). */
export async function login(context: Context, input: LoginInput): Promise<{ token: string; account: Account }> {
  const signIn = input.message === undefined ? documentedSignIn(context, input) : await siweSignIn(context, input, input.message)
  await requireSigned(context, input, signIn)
  return openSession(context, input, signIn)
}

/**
 * Proves that the caller holds this wallet, by an EIP-4361 message; call `take` together with the proof's use, since it is valid
 * once.
 */
export async function proveWallet(
  context: Context,
  input: LoginInput & { readonly message: string },
): Promise<{ take: (tx: Tx) => Promise<void> }> {
  return useOnce(context, input, await siweSignIn(context, input, input.message))
}

/** What a wallet permits by its signature, in one line of ASCII. */
export type Permit = { readonly wallet: Address; readonly statement: string }

/** An EIP-4361 text that permits what the statement says and opens no session. @throws AppError BAD_ARGUMENT_VALUE */
export async function preparePermit(
  context: Context,
  { wallet, statement }: Permit,
  { url, chainId }: { readonly url?: string | undefined; readonly chainId?: number | undefined },
): Promise<{ message: string; expiresAt: number }> {
  const uri = context.config.origins.find((origin) => url === undefined || origin === url)
  if (uri === undefined) throw new AppError('BAD_ARGUMENT_VALUE', { field: 'url', reason: 'not a page of this site' })
  const chain = await context.chains.resolve({ chainId })
  const { nonce, expiresAt } = await makeNonce(context, PERMIT_SECRET)
  const issuedAt = expiresAt - LOGIN_WINDOWS_S.nonce
  const fields = { domain: new URL(uri).host, uri, address: wallet, chainId: chain.id, nonce, issuedAt, statement }
  return { message: permitText(fields), expiresAt }
}

/** Proves that the wallet signed this permit and no other; call `take` together with what it permits, since it is valid once. */
export async function provePermit(
  context: Context,
  { wallet, statement }: Permit,
  { message: text, signature }: { readonly message: string; readonly signature: Hex },
): Promise<{ take: (tx: Tx) => Promise<void> }> {
  const message = parseSignInMessage(text)
  const input = { address: wallet, signature, chainId: message.chainId }
  const signIn = await siweSignIn(context, input, text, PERMIT_SECRET)
  if (text !== permitText(Object.assign({ statement }, message))) throw new AppError('LOGIN_BAD_MESSAGE')
  return useOnce(context, input, signIn)
}

function permitText(fields: SiweFields): string {
  const expiresAt = new Date((fields.issuedAt + LOGIN_WINDOWS_S.nonce) * 1_000).toISOString()
  return `${siweMessage(fields)}\nExpiration Time: ${expiresAt}`
}

/** @throws AppError LOGIN_BAD_SIGNATURE, CHAIN_UNREACHABLE */
async function useOnce(context: Context, input: LoginInput, signIn: SignIn): Promise<{ take: (tx: Tx) => Promise<void> }> {
  await requireSigned(context, input, signIn)
  const seal = sealToken('', [input.signature, signIn.text])
  return {
    take: async (tx) => {
      if (!(await insertUse(tx, useKey(signIn.once), seal, context.clock.now()))) throw new AppError('LOGIN_REPLAYED')
    },
  }
}

/** Opens a session for an account that was authenticated in another way. */
export async function openSessionOf(db: Db, accountId: number, now: number): Promise<string> {
  await refuseLocked(db, accountId)
  const token = newToken()
  await insertSession(db, token, accountId, now)
  return token
}

/** @throws AppError ACCOUNT_LOCKED */
async function refuseLocked(db: Db, accountId: number): Promise<void> {
  const row = await db.selectFrom('account').select('locked_at').where('id', '=', accountId).executeTakeFirst()
  if (row && row.locked_at !== null) throw new AppError('ACCOUNT_LOCKED')
}

async function requireSigned(context: Context, { address, signature, chainId }: LoginInput, { text }: SignIn): Promise<void> {
  const chain = await context.chains.resolve({ chainId })
  if (!(await isTextSigned(chain, text, { by: address, signature }))) throw new AppError('LOGIN_BAD_SIGNATURE')
}

function documentedSignIn(context: Context, { address, timestamp }: LoginInput): SignIn {
  if (timestamp === undefined) throw new AppError('BAD_ARGUMENT', { field: 'timestamp' })
  if (!isLoginFresh(timestamp, context.clock.now())) throw expired(context, timestamp)
  return { text: loginText(context.site.loginMessage(), timestamp), once: ['text', address, String(timestamp)] }
}

async function siweSignIn(context: Context, input: LoginInput, text: string, secret = NONCE_SECRET): Promise<SignIn> {
  const message = parseSignInMessage(text)
  const now = context.clock.now()
  const expiry = nonceExpiry(await serverSecret(context.db, secret), message.nonce)
  const problem = findSignInProblem(message, {
    origins: context.config.origins,
    address: input.address,
    chainIds: context.chains.all.map((chain) => chain.id),
    isOwnNonce: expiry !== undefined,
    now,
  })
  if (problem === 'TIME' || (problem === undefined && expiry !== undefined && expiry < now)) throw expired(context, message.issuedAt)
  if (problem !== undefined) throw new AppError('LOGIN_BAD_MESSAGE')
  return { text, once: ['nonce', message.nonce] }
}

/** The chains agree with the visitor's clock and not with ours: then the visitor can do nothing. */
function expired({ chains, clock, log }: Context, signedAt: number): AppError {
  const skews = chains.all.flatMap((chain) => chain.clockSkew() ?? [])
  const skew = skews.find((one) => Math.abs(one) > MOST_SKEW_S && isLoginFresh(signedAt, clock.now() - one))
  if (skew === undefined) return new AppError('LOGIN_EXPIRED')
  log.error('clock is wrong', { secondsAhead: skew })
  return new AppError('SERVER_CLOCK')
}

async function openSession(context: Context, input: LoginInput, signIn: SignIn): Promise<{ token: string; account: Account }> {
  const now = context.clock.now()
  const seal = [input.signature, signIn.text]
  return transact(context.db, async (tx) => {
    const account = await ensureAccount(tx, input.address, now)
    await refuseLocked(tx, account.id)
    const token = newToken()
    if (await insertUse(tx, useKey(signIn.once), sealToken(token, seal), now)) {
      await insertSession(tx, token, account.id, now)
      return { token, account }
    }
    const use = await findUse(tx, useKey(signIn.once))
    const repeated = use && now - use.used_at <= LOGIN_WINDOWS_S.repeat ? openToken(use.sealed_token, seal) : undefined
    if (repeated === undefined || !(await findSession(tx, repeated, now))) throw new AppError('LOGIN_REPLAYED')
    return { token: repeated, account }
  })
}

export { endSessions, listLiveTokens, listSessions, moveSessions, pruneSessions, serverSecret } from './store.ts'
