import { ApiError, AppError, type ErrorCode, type User } from '@plinth/api'
import { type Address, TIMERS_MS } from '@plinth/protocol'
import { create } from 'zustand'
import { api, keyOf, listenSessionLost, queryClient } from '../../lib/api.ts'
import { forgetLikes } from '../../lib/likes.ts'
import type { SessionStatus } from '../../lib/session.ts'
import { chainConfigQuery, configQuery, showChain } from '../../lib/site.ts'
import { LOCAL, readStored, writeStored } from '../../lib/storage.ts'
import { loadWallet } from '../../wallet/load.ts'
import type { Wallet } from '../../wallet/types.ts'
import { beat, stopHeartbeat, WALLET_KEYS } from './heartbeat.ts'

export type SessionState = {
  status: SessionStatus
  address: Address | undefined
  chainId: number | undefined
  user: User | undefined
  /** Signed in by e-mail, with no wallet in this browser. */
  byMail: boolean
  /** A pending sign-in; the sign-in dialog answers it. */
  asked: { reason: 'act' | 'ended'; answer: (isSignedIn: boolean) => void } | undefined
}

const NOBODY: SessionState = { status: 'visitor', address: undefined, chainId: undefined, user: undefined, byMail: false, asked: undefined }
export const useSessionState = create<SessionState>(() =>
  readStored(LOCAL.connected) === '1' ? { ...NOBODY, status: 'restoring' } : NOBODY,
)
export const sessionState = useSessionState.getState
const set = useSessionState.setState
let isStarted = false
let watched: Wallet | undefined
/** A wallet can emit events while it connects; they are handled afterwards. */
let isConnecting = false

/** The session once a stored one has been brought back, or has turned out to be gone. */
export function settledSession(): Promise<SessionState> {
  const now = sessionState()
  if (now.status !== 'restoring') return Promise.resolve(now)
  return new Promise((resolve) => {
    const stop = useSessionState.subscribe((state) => {
      if (state.status === 'restoring') return
      stop()
      resolve(state)
    })
  })
}

/** A slow start has waited long enough once the app stands. */
const startedAt = performance.now()

/** 300 ms after the start a wallet that was connected before is brought back, silently (document A §4). */
export function startSession(): void {
  if (isStarted) return
  isStarted = true
  listenSessionLost(sessionLost)
  window.addEventListener('storage', ({ key }) => onStorageChange(key))
  if (sessionState().status === 'restoring') setTimeout(() => void restore(), startedAt + TIMERS_MS.walletCheck - performance.now())
}

async function restore(): Promise<void> {
  // No wallet was chosen: it was a session by e-mail. Once that has ended, another tab may still hold what was typed in it.
  if (readStored(LOCAL.wallet) === undefined) return readStored(LOCAL.token) === undefined ? set(NOBODY) : restoreMail()
  isConnecting = true
  try {
    const wallet = await openWatched()
    if (!(await wallet.reconnect())) return forget()
    await adopt(wallet)
    await restoreLogin()
  } catch {
    // The wallet code did not arrive; nothing is known against the session, so nothing is thrown away.
    set(NOBODY)
  } finally {
    isConnecting = false
    if (watched) void onWalletChange(watched)
  }
}

async function restoreMail(): Promise<void> {
  try {
    const { user } = await api.user.reload({})
    logInMailUser(user)
  } catch (error) {
    if (error instanceof ApiError && IN_TROUBLE.includes(error.code)) set(NOBODY)
    else forget()
  }
}

function logInMailUser(user: User): void {
  set({ byMail: true, address: user.address })
  logIn(user)
}

/** Who signed in by e-mail is here without a wallet; one that was connected goes (decision 17). */
export async function takeMailLogin(token: string): Promise<void> {
  isConnecting = true
  try {
    await watched?.disconnect().catch(() => undefined)
    stopHeartbeat()
    writeStored(LOCAL.token, token)
    const { user } = await api.user.profile({})
    writeStored(LOCAL.connected, '1')
    set({ chainId: undefined })
    forgetLikes()
    logInMailUser(user)
  } finally {
    isConnecting = false
  }
  await queryClient.invalidateQueries()
}

async function openWatched(): Promise<Wallet> {
  const wallet = await loadWallet()
  if (watched !== wallet) {
    watched = wallet
    wallet.subscribe(() => void onWalletChange(wallet))
  }
  return wallet
}

/** The token stays only if the server knows it and it is this wallet's (document A §4). A server in trouble proves nothing against it. */
async function restoreLogin(): Promise<void> {
  if (readStored(LOCAL.token) === undefined) return set({ status: 'connected' })
  try {
    const { user } = await api.user.reload({})
    if (user.address === sessionState().address) return logIn(user)
    dropToken()
  } catch (error) {
    if (!(error instanceof ApiError && IN_TROUBLE.includes(error.code))) dropToken()
  }
  set({ status: 'connected' })
}

const IN_TROUBLE: readonly ErrorCode[] = ['NETWORK_FAILURE', 'TOO_MANY_REQUESTS', 'INTERNAL']

/** Tabs share the storage: what one of them signs in or out is so for all. `null` is everything at once. */
function onStorageChange(key: string | null): void {
  if (isConnecting || sessionState().status === 'visitor' || sessionState().status === 'restoring') return
  const isOf = (name: string) => key === null || key === name
  if (isOf(LOCAL.connected) && readStored(LOCAL.connected) === undefined) forget()
  else if (isOf(LOCAL.token) && readStored(LOCAL.token) === undefined) set({ status: 'connected', user: undefined })
  else if (isOf(LOCAL.token)) void takeLogin()
}

/** Of another tab, if it is this wallet's; nothing is thrown away, because it may be that tab that is right. */
async function takeLogin(): Promise<void> {
  const found = await api.user.reload({}).catch(() => undefined)
  if (found === undefined) return
  if (!sessionState().byMail && found.user.address !== sessionState().address) return
  sessionState().asked?.answer(true)
  if (sessionState().byMail) return logInMailUser(found.user)
  logIn(found.user)
}

function dropToken(): void {
  writeStored(LOCAL.token, undefined)
  writeStored(LOCAL.user, undefined)
}

/** Whose token is kept. */
function storedUser(): unknown {
  try {
    return (JSON.parse(readStored(LOCAL.user) ?? '{}') as Partial<User>).address
  } catch {
    return undefined
  }
}

function logIn(user: User): void {
  writeStored(LOCAL.user, JSON.stringify({ ...user, id: user.id.toString() }))
  set({ status: 'loggedIn', user })
}

/** Account and chain as the wallet reports them; the wallet's chain is the chain shown. */
async function adopt(wallet: Wallet): Promise<void> {
  const { address, chainId } = wallet.state()
  writeStored(LOCAL.connected, '1')
  await followChain(wallet, chainId)
  set({ address, chainId: wallet.state().chainId })
  beat()
}

/**
 * Refetches and shows the configuration of the wallet's chain. On a chain that is not configured the wallet is asked to switch to
 * the default one (decision 19's networks, document A §4); it may refuse, and the header goes on saying so.
 */
async function followChain(wallet: Wallet, chainId: number | undefined): Promise<void> {
  if (chainId === undefined) return
  const { networks, defaultChainId } = await queryClient.ensureQueryData(configQuery())
  if (!networks.some((network) => network.chainId === chainId)) {
    // Of several tabs the one in front asks.
    if (document.visibilityState === 'visible') void wallet.switchChain(defaultChainId).catch(() => undefined)
    return
  }
  // Fetched before it is shown, so that no page loses its configuration in between.
  const query = chainConfigQuery(chainId)
  // A server that is away leaves the one that is here.
  await queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => queryClient.ensureQueryData(query))
  if (wallet.state().chainId === chainId) showChain(chainId)
}

async function onWalletChange(wallet: Wallet): Promise<void> {
  if (isConnecting || sessionState().byMail || sessionState().status === 'visitor' || sessionState().status === 'restoring') return
  const { status, address, chainId } = wallet.state()
  if (status === 'none' || !address) return forget()
  if (chainId !== sessionState().chainId) {
    set({ chainId })
    // Without an answer the pages stay on what they show.
    await followChain(wallet, chainId).catch(() => undefined)
    beat()
  }
  if (address === sessionState().address || wallet.state().address !== address) return
  // Another account is another person: sign out and refetch every view. Another tab may have signed it in already.
  const isSignedIn = storedUser() === address
  if (!isSignedIn) dropToken()
  set({ address, user: undefined, status: 'connected' })
  forgetLikes()
  beat()
  if (isSignedIn) await takeLogin()
  await queryClient.invalidateQueries()
}

/** Connects the chosen wallet; `bring` has it on a network of the market. Throws what `failureOf` understands. */
export async function connectWallet(
  optionId: string,
  bring: (wallet: Wallet) => Promise<void>,
  showCode?: (uri: string) => void,
): Promise<void> {
  isConnecting = true
  try {
    const wallet = await openWatched()
    await wallet.connect(optionId, showCode)
    await bring(wallet)
    if (sessionState().byMail) await linkMailUser(wallet)
    await adopt(wallet)
    if (sessionState().status !== 'loggedIn') await restoreLogin()
  } finally {
    isConnecting = false
    if (watched) void onWalletChange(watched)
  }
}

/** The wallet becomes the e-mail account's own, unless it is already; refused, the account stays without one. */
async function linkMailUser(wallet: Wallet): Promise<void> {
  const { address } = wallet.state()
  if (!address) throw new AppError('WALLET_NOT_CONNECTED')
  try {
    const config = await queryClient.ensureQueryData(configQuery())
    const { linkWith } = await import('./sign-in.ts')
    const known = sessionState().user
    const user = known?.address === address ? known : (await linkWith(wallet, address, config)).user
    set({ byMail: false, address })
    logIn(user)
  } catch (error) {
    await wallet.disconnect().catch(() => undefined)
    throw error
  }
  await queryClient.invalidateQueries()
}

/** One message, signed; it costs nothing and moves nothing (EIP-4361, decision 16). */
export async function signIn(): Promise<void> {
  const wallet = await openWatched()
  const { address } = wallet.state()
  if (!address) throw new AppError('WALLET_NOT_CONNECTED')
  const [{ signInWith }, config] = await Promise.all([import('./sign-in.ts'), queryClient.ensureQueryData(configQuery())])
  const { token, user } = await signInWith(wallet, address, config)
  if (wallet.state().address !== address) throw new AppError('WALLET_CHANGED')
  writeStored(LOCAL.token, token)
  logIn(user)
  await queryClient.invalidateQueries()
}

/** Opens the sign-in dialog; true when the user signed. */
export function askSignIn(reason: 'act' | 'ended'): Promise<boolean> {
  sessionState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (isSignedIn: boolean) => {
      set({ asked: undefined })
      resolve(isSignedIn)
    }
    set({ asked: { reason, answer } })
  })
}

/** The server no longer knows the token: errno 501 restarts the sign-in once (document A §8). */
function sessionLost(): void {
  if (sessionState().status !== 'loggedIn') return
  writeStored(LOCAL.user, undefined)
  set({ status: 'connected', user: undefined })
  void askSignIn('ended')
}

/** Here at once, whether the server answers or not. */
export async function disconnectWallet(): Promise<void> {
  const wallet = watched
  // Takes the token along before it is forgotten.
  const loggedOut = api.user.logout({}).catch(() => undefined)
  forget()
  await Promise.all([loggedOut, wallet?.disconnect().catch(() => undefined)])
}

/** Clears user, balances, token, connected flag and notices (document A §4). */
function forget(): void {
  dropToken()
  writeStored(LOCAL.connected, undefined)
  sessionState().asked?.answer(false)
  stopHeartbeat()
  set(NOBODY)
  forgetLikes()
  queryClient.removeQueries({ queryKey: [WALLET_KEYS.balances] })
  queryClient.removeQueries({ queryKey: keyOf(api.notices.list) })
  queryClient.removeQueries({ queryKey: keyOf(api.notices.count) })
  void queryClient.invalidateQueries()
}

/** The user changed its own record. */
export const updateUser = (user: User): void => logIn(user)
