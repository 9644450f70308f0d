import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@plinth/api'
import { findFreePort, type Item, mined, type Person, signIn, startTestnet, type Testnet } from '@plinth/devnet'
import { mintUriOf, TOKEN_STANDARD } from '@plinth/protocol'
import { collection721Abi } from '@plinth/protocol/abi'
import type { ChainConfig, Limits } from '../../src/config/config.ts'
import { connect, type Db } from '../../src/db/database.ts'
import type { ServerOptions } from '../../src/main.ts'
import { aPng } from '../content/files.ts'
import { openTestDatabase, type TestDatabase } from '../database/database.ts'
import { chainOf } from '../market/harness.ts'
import type { CutName } from './cuts.ts'
import { ServerProcess } from './server-process.ts'

/** One market whose server is killed again and again: chain, database and files outlive it. */
export class Stage {
  readonly testnet: Testnet
  readonly database: TestDatabase
  readonly db: Db
  readonly options: ServerOptions
  server: ServerProcess
  readonly url: string

  private constructor(testnet: Testnet, database: TestDatabase, options: ServerOptions, server: ServerProcess) {
    this.testnet = testnet
    this.database = database
    this.db = connect(database.dialect)
    this.options = options
    this.server = server
    this.url = `http://localhost:${options.port}`
  }

  /** `configure`: the server's configuration of the chain. */
  static async open(
    limits: Partial<Limits> = {},
    configure: (chain: ChainConfig, testnet: Testnet) => ChainConfig | Promise<ChainConfig> = (chain) => chain,
  ): Promise<Stage> {
    const testnet = await startTestnet()
    const database = await openTestDatabase()
    const options: ServerOptions = {
      host: '127.0.0.1',
      port: await findFreePort(),
      dataDir: mkdtempSync(join(tmpdir(), 'plinth-kill-')),
      databaseUrl: database.url,
      chains: [await configure(chainOf(testnet), testnet)],
      keys: testnet.keys,
      revealOperatorKey: testnet.keys.operator,
      limits,
    }
    return new Stage(testnet, database, options, await ServerProcess.start(options))
  }

  async close(): Promise<void> {
    await this.server.stop()
    await this.database.close()
    await this.testnet.stop()
    rmSync(this.options.dataDir, { recursive: true, force: true })
  }

  get chainId(): number {
    return this.testnet.chainId
  }

  person(name: Person['name']): Promise<Person> {
    const { chainId, rpcUrl, contracts } = this.testnet
    return signIn(name, this.url, { chain: { chainId, rpcUrl }, contracts })
  }

  /** Runs the act until the server dies at the cut, and restarts it. Returns the act's response, if it got any. */
  async cutDuring<T>(name: CutName, act: () => Promise<T>): Promise<T | undefined> {
    await this.server.arm(name)
    const outcome = act().catch(() => undefined)
    await this.server.death()
    const answer = await outcome
    await this.restart()
    return answer
  }

  /** A failed scene may leave a dead server, which must not fail the next one. */
  async revive(): Promise<void> {
    if (this.server.isDead()) await this.restart()
  }

  async restart(): Promise<void> {
    this.server = await ServerProcess.start(this.options)
  }

  /** Waits until the index has reached the chain's head. */
  async sync(): Promise<void> {
    const { hash } = await this.testnet.publicClient.getBlock()
    for (let step = 0; step < 300; step++) {
      const row = await this.db.selectFrom('chain_cursor').select('hash').where('chain_id', '=', this.chainId).executeTakeFirst()
      if (row && `0x${Buffer.from(row.hash).toString('hex')}` === hash) return
      await sleep(50)
    }
    throw new Error('The index did not catch up')
  }

  guest() {
    return createClient({ baseUrl: this.url })
  }

  /** A token id and its metadata; `mint` sends the mint. */
  async declare(person: Person) {
    const collection = this.testnet.contracts.official721
    const file = new File([new Uint8Array(await aPng())], 'work.png', { type: 'image/png' })
    const { id } = await person.api.storage.upload({}, { files: [file] })
    const voucher = await person.api.dapp.sign({ collection, chainId: this.chainId })
    const { metadataUrl } = await person.api.nft.add({
      collection,
      tokenId: voucher.tokenId,
      name: 'Five bottles',
      description: '',
      storageId: id,
      royalties: [],
      category: 1n,
      properties: [],
      quantity: 1n,
      standard: TOKEN_STANDARD.ERC721,
      chainId: this.chainId,
    })
    return { collection, voucher, metadataUrl }
  }

  async mint(person: Person, { collection, voucher, metadataUrl }: Awaited<ReturnType<Stage['declare']>>): Promise<Item> {
    const hash = await person.wallet.writeContract({
      address: collection,
      abi: collection721Abi,
      functionName: 'mint',
      args: [voucher.tokenId, Number(voucher.v), voucher.r, voucher.s, [], mintUriOf(metadataUrl)],
    })
    await mined(person, hash)
    return { collection, tokenId: voucher.tokenId }
  }

  /** A minted item that is indexed. */
  async item(person: Person): Promise<Item> {
    const item = await this.mint(person, await this.declare(person))
    await this.sync()
    return item
  }

  /** Advances the chain's clock to this second. */
  async passTo(time: number): Promise<void> {
    await this.testnet.setNextBlockTimestamp(time)
    await this.testnet.mine(1)
  }

  async transfer(from: Person, to: Person, { collection, tokenId }: Item): Promise<void> {
    const args = [from.address, to.address, tokenId] as const
    const call = { address: collection, abi: collection721Abi, functionName: 'safeTransferFrom', args } as const
    await mined(from, await from.wallet.writeContract(call))
  }
}
