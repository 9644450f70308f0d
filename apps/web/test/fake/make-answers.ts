import type { StoredFile } from '@plinth/api'
import { vi } from 'vitest'
import type { MarketState } from './market-state.ts'
import { HASH } from './records.ts'

let stored = 0n

/** As the server keeps a file that was sent. */
export function aStoredFile({ name, type, size }: File): StoredFile {
  stored += 1n
  const cid = `bafy${stored}`
  return { id: stored, url: `/static/upload/${cid}`, cid, name, type, size, ipfsUrl: `ipfs://${cid}`, width: 40, height: 30 }
}

/** Uploads, numbers of items, metadata and collections; `openPage` has to come after it, or uploads have no way there. */
export function answerMaking(market: MarketState): void {
  let items = 0n
  market
    .answer('storage.upload', (_, { files }) => aStoredFile(files[0] as File))
    .answer('storage.multiupload', (_, { files }) => files.map(aStoredFile))
    .answer('dapp.sign', () => ({ tokenId: 700n + ++items, v: '27', r: HASH, s: HASH }))
    .answer('nft.add', ({ tokenId }) => ({ metadataUrl: `ipfs://bafymeta${tokenId}` }))
    .answer('contract.create', ({ name }) => ({ metadataUrl: `ipfs://bafytext${name.replaceAll(' ', '')}` }))
  vi.stubGlobal('XMLHttpRequest', uploadsTo(market))
}

/** `fetch` reports no upload progress, so uploads use XMLHttpRequest: half of it is through at once. */
function uploadsTo(market: MarketState) {
  return class {
    readonly upload = new EventTarget()
    readonly #events = new EventTarget()
    readonly #headers: Record<string, string> = {}
    #url = ''
    status = 0
    responseText = ''
    open(_: string, url: string): void {
      this.#url = url
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value
    }
    getResponseHeader(): string {
      return 'application/json'
    }
    addEventListener(name: string, listener: () => void): void {
      this.#events.addEventListener(name, listener)
    }
    abort(): void {
      this.#events.dispatchEvent(new Event('abort'))
    }
    async send(body: FormData): Promise<void> {
      this.upload.dispatchEvent(Object.assign(new Event('progress'), { lengthComputable: true, loaded: 1, total: 2 }))
      try {
        const response = await market.fetch(this.#url, { method: 'POST', headers: this.#headers, body })
        this.status = response.status
        this.responseText = await response.text()
        this.#events.dispatchEvent(new Event('load'))
      } catch {
        this.#events.dispatchEvent(new Event('error'))
      }
    }
  }
}
