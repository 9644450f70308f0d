import { TOKEN_STANDARD } from '@plinth/protocol'
import { fireEvent, within } from '@testing-library/react'
import { parseEther, parseUnits } from 'viem'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ALICE, BOB, CHAIN, COLLECTION, DOLLARS, EDITIONS, EVE, FACTORY, OTHER_CHAIN } from '../../../test/addresses.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { answerMaking } from '../../../test/fake/make-answers.ts'
import { aCollection, aHolding, COIN, NOW } from '../../../test/fake/records.ts'
import { findDialog, type Opened, openPage } from '../../../test/page.tsx'
import { declined } from '../../../test/scripted-market.ts'

const fileOf = (name: string, type: string) => new File([`bytes of ${name}`], name, { type })
const COVER = fileOf('cover.png', 'image/png')
const MOVING = fileOf('incense.gif', 'image/gif')
const SONG = fileOf('bell.mp3', 'audio/mpeg')
const FILES = { picture: COVER, gif: MOVING, sound: SONG, film: fileOf('swell.webm', 'video/webm') } as const

/** Everything that a maker chooses between. */
const CHOICES = {
  file: ['picture', 'gif', 'sound', 'film'],
  home: ['official', 'own', 'new'],
  sale: ['now', 'later', 'lazy'],
  form: ['single', 'edition'],
  paid: ['ETH', 'PUSD'],
  category: ['Western', 'Ancient, Vessels'],
  royalty: ['0', '2', '5'],
} as const
type Way = { [Choice in keyof typeof CHOICES]: (typeof CHOICES)[Choice][number] }

const wayOf = (text: string): Way => {
  const [file, home, sale, form, paid, level, royalty] = text.split(/ +/)
  return { file, home, sale, form, paid, royalty, category: CHOICES.category[level === 'first' ? 0 : 1] } as Way
}

/** Of the 864 ways these twelve show each pair of choices once at least: four files in three homes take as many. */
const WAYS: readonly Way[] = [
  'picture official now   single  ETH  first  2',
  'picture own      later edition PUSD second 5',
  'picture new      lazy  edition PUSD second 0',
  'gif     official later edition PUSD first  0',
  'gif     own      lazy  edition ETH  second 2',
  'gif     new      now   single  PUSD second 5',
  'sound   official lazy  edition PUSD second 5',
  'sound   own      now   single  ETH  first  0',
  'sound   new      later single  ETH  first  2',
  'film    official now   edition PUSD second 2',
  'film    own      later single  ETH  first  5',
  'film    new      lazy  single  ETH  first  0',
].map(wayOf)

const OWN = { single: EVE, edition: DOLLARS } as const
const NEW_HOME = FACTORY

let market: FakeMarket

/** Two collections of the house, two of Bob's, one of each kind; one more on another network, and one that is not confirmed. */
beforeEach(() => {
  market = new FakeMarket()
  const many = { standard: TOKEN_STANDARD.ERC1155 } as const
  market.collections = [
    aCollection({ isOfficial: true }),
    aCollection({ id: 2n, address: EDITIONS, name: 'Plinth Editions', isOfficial: true, ...many }),
    aCollection({ id: 3n, address: OWN.single, name: 'Soft Rooms', owner: BOB }),
    aCollection({ id: 4n, address: OWN.edition, name: 'Late Screens', owner: BOB, ...many }),
    aCollection({ id: 5n, address: ALICE, name: 'Elsewhere', owner: BOB, chainId: OTHER_CHAIN }),
    aCollection({ id: 6n, address: '', name: 'Night Roms', owner: BOB, isConfirmed: false, createdAt: NOW - 60 }),
  ]
  const category = (id: bigint, name: string) => ({ id, name, children: [] })
  market.answer('category.list', () => [
    category(1n, 'eastern'),
    category(2n, 'western'),
    { id: 3n, name: 'ancient', children: [{ ...category(4n, 'vessels'), title: { en: 'Vessels', zh: '器皿' } }] },
    category(5n, 'modern'),
  ])
  answerMaking(market)
})

async function openForm(form: Way['form']): Promise<Opened> {
  const opened = await openPage(form === 'edition' ? '/create/erc1155' : '/create/erc721', { market, as: BOB })
  await opened.screen.findByRole('heading', { level: 1, name: form === 'edition' ? 'An edition' : 'A single work' })
  return opened
}

const fileInput = (at = 0) => document.querySelectorAll<HTMLInputElement>('main input[type="file"]')[at] as HTMLInputElement
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const choose = (input: HTMLInputElement, file: File) => fireEvent.change(input, { target: { files: [file] } })
const uploads = () => market.asked.filter(({ name }) => name.startsWith('storage.'))
const pressOf = (name: string) => within(document.querySelector<HTMLElement>('.create-side') as HTMLElement).findByRole('button', { name })

describe('the form of a new item', () => {
  it('[MINT-01] stands behind one of two ways to begin', async () => {
    const { user, screen } = await openPage('/create', { market, as: BOB })
    for (const [at, path] of ['/create/erc721', '/create/erc1155'].entries()) {
      await expect.poll(() => document.querySelectorAll('.chooser-card').length).toBe(2)
      const card = document.querySelectorAll('.chooser-card')[at] as HTMLElement
      const name = at === 0 ? 'A single work' : 'An edition'
      expect(card.textContent).toContain(name)
      await user.click(card)
      await screen.findByRole('heading', { level: 1, name })
      expect(location.pathname).toBe(path)
      expect(screen.queryAllByLabelText('How many')).toHaveLength(at)
      await user.click(screen.getByRole('link', { name: 'All ways to create' }))
    }
  })

  it('[MINT-08, MINT-14, F-48] suggests royalties of 2, 5 and 8 percent, and starts with 2', async () => {
    const { screen } = await openForm('single')
    const group = within(screen.getByRole('radiogroup', { name: 'Royalty' }))
    const choices = group.getAllByRole<HTMLInputElement>('radio')
    const nameOf = ({ labels, ariaLabel }: HTMLInputElement) => ariaLabel ?? labels?.[0]?.textContent
    expect(choices.map((choice) => [nameOf(choice), choice.checked])).toEqual([
      ['2%', true],
      ['5%', false],
      ['8%', false],
      ['Other', false],
    ])
  })

  it('[MINT-27, MINT-28, MINT-30, MINT-31, MINT-33] says what is missing, and that something is, and begins nothing', async () => {
    const { user, screen, wallet } = await openForm('single')
    const options = within(screen.getByLabelText('Category')).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['Choose one', 'Eastern', 'Western', 'Ancient, Vessels', 'Modern'])
    await user.click(screen.getByRole('button', { name: 'Mint it' }))
    await screen.findByText('Something in the form is missing or wrong')
    for (const missing of ['please choose a file', 'Give it a name', 'Choose a category', 'Enter a price above zero'])
      expect((await screen.findAllByText(missing, { exact: true })).length).toBeGreaterThan(0)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect([uploads(), wallet.log]).toEqual([[], []])
  })

  it('[MINT-51, MINT-49] offers the maker’s collections of its network for such items, and marks an unconfirmed one', async () => {
    const { user, screen } = await openForm('single')
    const names = () => [...document.querySelectorAll('.pick-words .strong')].map(({ textContent }) => textContent)
    await expect.poll(names).toEqual(['Plinth Works', 'Soft Rooms', 'Night Roms', 'New'])
    const card = [...document.querySelectorAll<HTMLElement>('.pick-card')].find(({ textContent }) => textContent?.includes('Night Roms'))
    within(card as HTMLElement).getByText('Being confirmed')
    const radio = within(card as HTMLElement).getByRole<HTMLInputElement>('radio')
    await user.click(card as HTMLElement)
    expect([radio.disabled, radio.checked]).toEqual([true, false])
    expect(document.querySelector('.create-side .card')?.textContent).toContain('Plinth Works')
    expect(screen.queryByText('Elsewhere')).toBeNull()
  })

  it('[MINT-06] is not there without categories', async () => {
    market.answer('category.list', () => [])
    await openPage('/create/erc721', { market, as: BOB })
    await expect.poll(() => location.pathname).toBe('/')
  })

  it('asks for a price of one piece, and for one far below its collection’s again before anything is sent', async () => {
    // Not all of its fields: the form reads these.
    market.answer('contract.floor', () => [{ payToken: COIN.address, unitPrice: parseEther('0.5') } as never])
    const { user, screen } = await openForm('edition')
    expect(screen.getByLabelText<HTMLInputElement>('How many').value).toBe('0')
    await user.click(await screen.findByRole('radio', { name: /Late Screens/ }))
    await user.upload(fileInput(), COVER)
    fill(screen.getByLabelText('Name', { exact: true }), 'Nine looms')
    await user.selectOptions(screen.getByLabelText('Category'), 'Modern')
    fill(screen.getByLabelText('How many'), '9')
    fill(screen.getByLabelText('Price of one', { exact: true }), '0.05')
    await screen.findByText(/ ETH is 10% of the lowest price in this collection now, /)
    await user.click(await pressOf('Mint and sell for 0.05 ETH each'))
    await screen.findByText('Type 0.05 to go on, or change the price')
    const again = screen.getByLabelText('Type 0.05 if you mean it')
    await expect.poll(() => document.activeElement === again).toBe(true)
    expect([screen.queryByRole('dialog'), uploads()]).toEqual([null, []])
    fill(again, '0.05')
    await user.click(await pressOf('Mint and sell for 0.05 ETH each'))
    await findDialog('Nine looms')
    await user.keyboard('{Escape}')
    // In a collection open to every maker, the floor says nothing about this item.
    await user.click(screen.getByRole('radio', { name: /Plinth Editions/ }))
    await expect.poll(() => document.querySelector('.far-price')).toBeNull()
  })
})

describe('the dialog of a new collection', () => {
  async function openNew({ user, screen }: Opened) {
    await user.click(await screen.findByRole('button', { name: /^New/ }))
    return within(await findDialog())
  }
  const input = (dialog: Pick<ReturnType<typeof within>, 'getByLabelText'>) => dialog.getByLabelText('Cover') as HTMLInputElement

  it('[F-93, NEWC-08, NEWC-09, NEWC-10] sends a cover that was chosen again once, and names the stored text', async () => {
    const opened = await openForm('single')
    const { user, screen, wallet } = opened
    const dialog = await openNew(opened)
    choose(input(dialog), SONG)
    await dialog.findByText('This kind of file is not supported')
    expect(document.querySelector('.dialog .file-empty')).not.toBeNull()
    choose(input(dialog), COVER)
    await expect.poll(() => document.querySelector('.dialog .file-thumb img')).not.toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await expect.poll(() => document.querySelector('.dialog .file-thumb')).toBeNull()
    choose(input(dialog), MOVING)
    await expect.poll(() => document.querySelector('.dialog .file-thumb img')?.getAttribute('src')).toMatch(/^blob:/)
    dialog.getByText('The name is written into the chain and cannot be changed later.')
    expect(uploads()).toEqual([])
    fill(dialog.getByLabelText('Display name'), 'Night Rooms')
    fill(dialog.getByLabelText('Token name'), 'NIGHT')
    fill(dialog.getByLabelText('Introduction', { exact: false }), 'Late')
    fill(dialog.getByLabelText('Website', { exact: false }), 'https://night.example')
    wallet.results.set('create721', NEW_HOME)
    wallet.refusals.push(declined())
    await user.click(dialog.getByRole('button', { name: 'Create the collection' }))
    await dialog.findByText('You declined in the wallet. Nothing was sent.')
    expect(uploads()).toHaveLength(1)
    wallet.onMined = () => void market.collections.push(aCollection({ id: 9n, address: NEW_HOME, name: 'Night Rooms', owner: BOB }))
    await user.click(dialog.getByRole('button', { name: 'Create the collection' }))
    await expect.poll(() => screen.queryAllByRole('dialog').length).toBe(0)
    await expect.poll(() => screen.getByRole<HTMLInputElement>('radio', { name: /Night Rooms/ }).checked).toBe(true)
    expect(uploads()).toHaveLength(1)
    expect(wallet.sent).toMatchObject([{ functionName: 'create721', address: FACTORY }])
    expect(wallet.sent[0]?.args.slice(3, 5)).toEqual(['ipfs://bafytextNightRooms', 'ipfs:/'])
    const said = { name: 'Night Rooms', symbol: 'NIGHT', description: 'Late', externalUrl: 'https://night.example', owner: BOB }
    expect(market.inputsOf('contract.create')).toMatchObject([said])
  })

  it('[NEWC-15] forgets what was typed and chosen when it is closed', async () => {
    const opened = await openForm('single')
    const { user, screen } = opened
    for (const typed of ['Begun and dropped', '']) {
      const dialog = await openNew(opened)
      expect(dialog.getByLabelText<HTMLInputElement>('Display name').value).toBe('')
      expect(document.querySelector('.dialog .file-empty')).not.toBeNull()
      if (typed) choose(input(dialog), COVER)
      fill(dialog.getByLabelText('Display name'), typed)
      await user.click(dialog.getByLabelText('Display name'))
      await user.keyboard('{Escape}')
      await expect.poll(() => screen.queryAllByRole('dialog').length).toBe(0)
    }
    expect(uploads()).toEqual([])
  })
})

describe('making an item', () => {
  it('is tried in twelve ways that show each pair of what a maker chooses', () => {
    const chosen = Object.entries(CHOICES).flatMap(([about, all]) => all.map((what) => ({ about: about as keyof Way, what })))
    const pairs = chosen.flatMap((one) => chosen.filter(({ about }) => about > one.about).map((other) => [one, other]))
    expect(pairs.filter((pair) => !WAYS.some((way) => pair.every(({ about, what }) => way[about] === what)))).toEqual([])
  })

  it.each(WAYS)(
    '[MINT-02, MINT-05, MINT-22, MINT-23, MINT-24, MINT-31, MINT-36, MINT-37, MINT-38] $file, $form, $home home, $sale, $paid',
    async (way) => {
      const opened = await openForm(way.form)
      const { user, screen, wallet } = opened
      const isEdition = way.form === 'edition'
      const home = await chooseHome(opened, way)
      wallet.log.length = 0
      wallet.onMined = ({ functionName, args }) => {
        if (functionName !== 'mint') return
        const of = { collection: home.address, tokenId: args[0] as bigint, owner: BOB }
        market.answer('nft.owners', () => ({ list: [aHolding(of)] }))
      }
      await user.upload(fileInput(), FILES[way.file])
      const hasCover = way.file === 'sound' || way.file === 'film'
      if (hasCover) await user.upload(fileInput(1), COVER)
      fill(screen.getByLabelText('Name', { exact: true }), 'Made')
      await user.selectOptions(screen.getByLabelText('Category'), way.category)
      if (isEdition) fill(screen.getByLabelText('How many'), '1200')
      await user.click(screen.getByRole('radio', { name: way.royalty === '0' ? 'Other' : `${way.royalty}%` }))
      const sale = { now: undefined, later: /List it/, lazy: /Mint it when it is sold/ }[way.sale]
      if (sale) await user.click(screen.getByRole('switch', { name: sale }))
      const price = way.paid === 'PUSD' ? '120.25' : '0.75'
      if (way.sale !== 'later') {
        await user.selectOptions(screen.getByLabelText('Paid in'), way.paid)
        fill(screen.getByLabelText(/^Price( of one)?$/), price)
      }
      const card = within(document.querySelector<HTMLElement>('.create-side .card') as HTMLElement)
      await card.findByText('Made')
      const each = `${price} ${way.paid}${isEdition ? ' each' : ''}`
      const press = { now: `Mint and sell for ${each}`, later: 'Mint it', lazy: `Sell for ${each}, minted when sold` }[way.sale]
      const heldSale = market.hold('order.add')
      const heldMint = market.hold('nft.owners')
      await user.click(await pressOf(press))
      await findDialog('Made')
      const allow = `Allow sales from ${home.name}`
      const steps = {
        now: [allow, 'Upload the file', 'Mint', 'Sign the listing'],
        later: ['Upload the file', 'Mint'],
        lazy: [...(isEdition ? [allow] : []), 'Upload the file', 'Sign the listing'],
      }[way.sale]
      expect([...document.querySelectorAll('.dialog .step-title')].map(({ firstChild }) => firstChild?.textContent)).toEqual(steps)
      heldMint()
      heldSale()
      await expect.poll(() => location.pathname).toMatch(/^\/detail\//)
      const approving = way.sale === 'now' || (way.sale === 'lazy' && isEdition) ? ['send setApprovalForAll'] : []
      const asked = { now: [...approving, 'send mint', 'sign'], later: ['send mint'], lazy: [...approving, 'sign'] }[way.sale]
      expect(wallet.log.filter((line) => !line.startsWith('dry'))).toEqual(asked)
      const files = uploads().at(-1)
      expect([files?.name, files?.files.map(({ name }) => name)]).toEqual(
        hasCover ? ['storage.multiupload', [FILES[way.file].name, COVER.name]] : ['storage.upload', [FILES[way.file].name]],
      )
      const quantity = isEdition ? 1_200n : 1n
      expect(market.inputsOf('nft.add')).toMatchObject([
        {
          collection: home.address,
          name: 'Made',
          quantity,
          category: way.category === 'Western' ? 2n : 4n,
          royalties: way.royalty === '0' ? [] : [Number(way.royalty) * 100],
          chainId: CHAIN,
        },
      ])
      const buying = quantity * (way.paid === 'PUSD' ? parseUnits(price, 6) : parseEther(price))
      const listed = market.inputsOf('order.add')
      expect(listed).toMatchObject(way.sale === 'later' ? [] : [{ maker: BOB, selling: quantity, buying, sellToken: home.address }])
    },
  )

  it('[ITEM-03, F-48] can be shared as soon as it is minted, with the same hashtags as on its page', async () => {
    const { user, screen } = await openForm('single')
    await user.upload(fileInput(), COVER)
    fill(screen.getByLabelText('Name', { exact: true }), 'Made')
    await user.selectOptions(screen.getByLabelText('Category'), 'Western')
    await user.click(screen.getByRole('switch', { name: /List it/ }))
    market.hold('nft.owners')
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    onTestFinished(() => opened.mockRestore())
    await user.click(await pressOf('Mint it'))
    const dialog = within(await findDialog('Made'))
    await user.click(await dialog.findByRole('button', { name: 'Share' }))
    await user.click(await screen.findByRole('button', { name: 'Share on X' }))
    const { searchParams } = new URL(String(opened.mock.calls[0]?.[0]))
    expect(searchParams.get('hashtags')).toBe('Plinth,ethereum,digitalasset,nft')
    expect(searchParams.get('url')).toContain(`/detail/${COLLECTION}:`)
  })

  async function chooseHome({ user, screen, wallet }: Opened, { home, form, file }: Way) {
    const isEdition = form === 'edition'
    if (home === 'official') return { name: isEdition ? 'Plinth Editions' : 'Plinth Works', address: isEdition ? EDITIONS : COLLECTION }
    if (home === 'own') {
      const name = isEdition ? 'Late Screens' : 'Soft Rooms'
      await user.click(await screen.findByRole('radio', { name: new RegExp(name) }))
      return { name, address: OWN[form] }
    }
    const name = `For a ${file}`
    await user.click(await screen.findByRole('button', { name: /^New/ }))
    const dialog = within(await findDialog())
    choose(dialog.getByLabelText<HTMLInputElement>('Cover'), COVER)
    fill(dialog.getByLabelText('Display name'), name)
    fill(dialog.getByLabelText('Token name'), 'NEW')
    wallet.results.set(isEdition ? 'create1155' : 'create721', NEW_HOME)
    const standard = isEdition ? TOKEN_STANDARD.ERC1155 : TOKEN_STANDARD.ERC721
    wallet.onMined = () => void market.collections.push(aCollection({ id: 9n, address: NEW_HOME, name, owner: BOB, standard }))
    await user.click(dialog.getByRole('button', { name: 'Create the collection' }))
    await expect.poll(() => screen.queryAllByRole('dialog').length).toBe(0)
    await expect.poll(() => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(name) }).checked).toBe(true)
    return { name, address: NEW_HOME }
  }
})
