// Runs before the first paint: no flash of another theme or language. Ships as it is.
;(() => {
  // Without this zod probes `new Function`, which the content policy blocks and reports.
  globalThis.__zod_globalConfig = { jitless: true }
  const root = document.documentElement
  /** Else they are collected before they come. */
  const pictures = []
  try {
    const theme = localStorage.getItem('theme')
    const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
    root.dataset.theme = dark ? 'dark' : 'light'
    document.querySelector('meta[name=theme-color]').content = dark ? '#121210' : '#FBFAF7'
    if (localStorage.getItem('locale') === 'zh') root.lang = 'zh'
  } catch {
    // Storage may be denied: light and English are the defaults.
  }
  // Calls of every page and the first view; api.ts takes over their answers.
  try {
    if (sessionStorage.getItem('channelId')) return
    const token = localStorage.getItem('Authorization')
    const isChinese = localStorage.getItem('locale') === 'zh'
    const headers = { 'Finger-Nft-Token': token ?? '', 'Accept-Language': isChinese ? 'zh' : 'en' }
    const ask = ([call, words = '']) => {
      const signal = AbortSignal.timeout(50_000)
      const isResource = call.startsWith('/v1/')
      const answer = isResource
        ? fetch(call, { signal })
        : fetch(`/api/${call}`, { method: 'POST', headers, body: new URLSearchParams(words), signal })
      answer.then(showSoon).catch(() => undefined)
      return [isResource ? call : `/api/${call}?${words}`, answer]
    }
    const always = [['config/fetch'], ['category/list'], ['paytoken/list']]
    // Signed in, the count of unread notices comes first.
    globalThis.__early = Object.fromEntries([...always, ...(token === null ? firstCalls() : [])].map(ask))
  } catch {
    // The app makes these calls itself.
  }

  /** As the app sends it, which takes an answer over by this key. */
  function firstCalls() {
    const { pathname, search } = location
    const view = new URLSearchParams(search)
    if (pathname === '/' && search === '')
      return [
        ['auction/newlist', 'page=1&limit=4&size=4&sort=ending&phase=live&chainId=-1'],
        ['blind/box/list', 'page=1&limit=5&size=5&chainId=-1'],
        ['home/list', 'page=1&limit=20&size=20&sort=update_time&order=desc&chainId=-1'],
      ]
    const [, collection, tokenId] = /^\/detail\/(0x[0-9a-f]{40}):(0|[1-9]\d{0,77})$/.exec(pathname) ?? []
    const chain = view.get('chain') ?? ''
    if (collection) {
      const item = `token=${collection}&tokenId=${tokenId}${/^[1-9]\d{0,14}$/.test(chain) ? `&chainId=${chain}` : ''}`
      return [
        ['nft/detail', item],
        ['nft/history', item],
      ]
    }
    const [, contract] = /^\/collection\/(0x[0-9a-f]{40})$/.exec(pathname) ?? []
    if (contract) return collectionCalls(contract, view)
    if (pathname === '/explore' && [...view.keys()].every((name) => name === 'view')) return [[worksOf('')], ['/v1/rates']]
    const [, person] = /^\/account\/(0x[0-9a-f]{40})$/.exec(pathname) ?? []
    const tab = view.get('tab') ?? 'sale'
    const lists = { sale: 'onsales', collectibles: 'collections', created: 'created', liked: 'like' }
    if (!person || !Object.hasOwn(lists, tab) || [...view.keys()].some((name) => name !== 'tab')) return []
    const address = `address=${person}`
    return [
      ['user/info', address],
      ['user/stat', `${address}&chainId=-1`],
      [`user/${lists[tab]}`, `page=1&limit=20&size=20&${address}&chainId=-1`],
    ]
  }

  /** Pictures of a list's first row, as cards show them. */
  async function showSoon(answer) {
    const { data, list = data?.list } = await answer.clone().json()
    if (!Array.isArray(list)) return
    for (const { image, metadataContent = '{}' } of list.slice(0, 5)) {
      const [, cid] = /^ipfs:\/\/(\w+)$/.exec(image ?? JSON.parse(metadataContent).image) ?? []
      if (!cid) continue
      const picture = new Image()
      picture.srcset = `/ipfs/${cid}!300x300 1x, /ipfs/${cid}!600x600 2x`
      pictures.push(picture)
    }
  }

  function worksOf(filters) {
    return `/v1/explore/items?${filters}counts=true&limit=60`
  }

  /** The server wrote the contract's network into the page. */
  function collectionCalls(contract, view) {
    const given = view.get('chain') ?? ''
    const isGiven = /^[1-9]\d{0,14}$/.test(given)
    const canonical = document.querySelector('link[rel=canonical]')
    const chain = isGiven ? given : canonical && new URL(canonical.href).searchParams.get('chain')
    const info = ['contract/info', `caddress=${contract}&address=${contract}${isGiven ? `&chainId=${given}` : ''}`]
    if (!chain) return [info]
    // What the market has, against which filters are checked, is not known yet.
    const isPlain = [...view.keys()].every((name) => name === 'chain' || name === 'view')
    return [
      info,
      ['contract/stat', `address=${contract}&chainId=${chain}`],
      [`/v1/collections/${chain}/${contract}/statistics`],
      ['/v1/rates'],
      ...(isPlain ? [[worksOf(`collections=${chain}%3A${contract}&`)]] : []),
    ]
  }
})()
