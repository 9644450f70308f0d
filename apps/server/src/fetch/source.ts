import type { Clock } from '../process/clock.ts'
import { type Fetcher, FetchFailed, FetchRefused, type Wanted } from './fetcher.ts'
import { getFromGateways, parseIpfs } from './ipfs.ts'
import { createSlowHosts, hostOf } from './slow-hosts.ts'

/** The host was slow: it is not asked before `until`. */
export class HostWaits extends FetchFailed {
  readonly until: number

  constructor(host: string, until: number) {
    super(`${host.slice(0, 100)} was slow and waits`)
    this.until = until
  }
}

export type Source = {
  /** Reads a URI of the schemes http, https, ipfs, ar and data. @throws FetchRefused, FetchFailed, HostWaits */
  read(uri: string, wanted: Wanted): Promise<SourceContent>
  close(): Promise<void>
}
/** `contentType` is "" where the scheme gives none. */
export type SourceContent = { readonly body: Buffer; readonly contentType: string; readonly isVerified: boolean }

export type SourceOptions = {
  readonly fetcher: Fetcher
  /** Trusts the gateways, which may have any address. */
  readonly gatewayFetcher: Fetcher
  readonly ipfsGateways: readonly string[]
  readonly arweaveGateways: readonly string[]
  readonly clock: Clock
}

export function createSource({ fetcher, gatewayFetcher, ipfsGateways, arweaveGateways, clock }: SourceOptions): Source {
  const slowHosts = createSlowHosts(clock)
  const fromArweave = async (uri: string, wanted: Wanted): Promise<SourceContent> => {
    const [, id = '', path = ''] = /^ar:\/\/([\w-]{43})(\/[^?#]*)?$/i.exec(uri) ?? []
    if (id === '') throw new FetchRefused('Not an Arweave address')
    let last: unknown = new FetchFailed('No Arweave gateway is configured')
    for (const gateway of arweaveGateways) {
      try {
        return { ...(await gatewayFetcher.get(`${gateway}/${id}${path}`, wanted)), isVerified: false }
      } catch (error) {
        last = error
      }
    }
    throw last
  }
  const fromAnywhere = async (uri: string, wanted: Wanted): Promise<SourceContent> => {
    const scheme = /^([a-z][a-z\d+.-]*):/i.exec(uri)?.[1]?.toLocaleLowerCase('en')
    if (scheme === 'data') return fromData(uri, wanted.maxBytes)
    if (scheme === 'ar') return fromArweave(uri, wanted)
    if (scheme === 'ipfs') return { ...(await getFromGateways(gatewayFetcher, ipfsGateways, parseIpfs(uri), wanted)), contentType: '' }
    return { ...(await fetcher.get(uri, wanted)), isVerified: false }
  }
  return {
    read: async (uri, wanted) => {
      const host = hostOf(uri)
      if (host === undefined) return fromAnywhere(uri, wanted)
      const until = slowHosts.waitsUntil(host)
      if (until !== undefined) throw new HostWaits(host, until)
      const began = performance.now()
      try {
        return await fromAnywhere(uri, wanted)
      } finally {
        slowHosts.note(host, performance.now() - began)
      }
    },
    close: async () => {
      await Promise.all([fetcher.close(), gatewayFetcher.close()])
    },
  }
}

/** Decodes the URI's own content, without a request. */
async function fromData(uri: string, maxBytes: number): Promise<SourceContent> {
  // Three characters of a URI are at least one byte.
  if (uri.length > maxBytes * 3 + 200) throw new FetchRefused('Too large')
  const response = await fetch(uri).catch((error: unknown) => {
    throw new FetchRefused('Not a data URI', { cause: error })
  })
  const body = Buffer.from(await response.arrayBuffer())
  if (body.length > maxBytes) throw new FetchRefused('Too large')
  return { body, contentType: response.headers.get('content-type') ?? '', isVerified: true }
}
