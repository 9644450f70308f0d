// Runs before the first paint, so that the page never flashes in the other theme or language, and before any module.
;(() => {
  // Without this zod probes `new Function`, which the content security policy blocks and reports.
  globalThis.__zod_globalConfig = { jitless: true }
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('theme')
    const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
    root.dataset.theme = dark ? 'dark' : 'light'
    document.querySelector('meta[name=theme-color]').content = dark ? '#121210' : '#FBFAF7'
    if (localStorage.getItem('locale') === 'zh') root.lang = 'zh'
  } catch {
    // The browser may deny storage: light and English are the defaults.
  }
  // Starts the calls that every page and the first view need while the code still loads; api.ts takes over their answers.
  try {
    if (sessionStorage.getItem('channelId')) return
    const token = localStorage.getItem('Authorization')
    const isChinese = localStorage.getItem('locale') === 'zh'
    const headers = { 'Finger-Nft-Token': token ?? '', 'Accept-Language': isChinese ? 'zh' : 'en' }
    const ask = ([call, words = '']) => {
      const answer = fetch(`/api/${call}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(words),
        signal: AbortSignal.timeout(50_000),
      })
      answer.catch(() => undefined)
      return [`/api/${call}?${words}`, answer]
    }
    const always = [['config/fetch'], ['category/list'], ['paytoken/list'], ['blind/paytoken/list']]
    // Signed in, the count of unread notices comes first, so the calls of the first view wait.
    globalThis.__early = Object.fromEntries([...always, ...(token === null ? firstCalls() : [])].map(ask))
  } catch {
    // The app makes these calls itself.
  }

  /** Call and arguments exactly as the app sends them: it takes over an answer by this key, else it calls again. */
  function firstCalls() {
    const { pathname, search } = location
    const view = new URLSearchParams(search)
    if (pathname === '/' && search === '')
      return [
        ['auction/newlist', 'page=1&limit=4&size=4&chainId=-1'],
        ['blind/box/list', 'page=1&limit=5&size=5&chainId=-1'],
        ['home/list', 'page=1&limit=20&size=20&sort=update_time&order=desc&chainId=-1'],
      ]
    const [, collection, tokenId] = /^\/detail\/(0x[0-9a-f]{40}):(0|[1-9]\d{0,77})$/.exec(pathname) ?? []
    const chain = view.get('chain') ?? ''
    if (collection) {
      const work = `token=${collection}&tokenId=${tokenId}${/^[1-9]\d{0,14}$/.test(chain) ? `&chainId=${chain}` : ''}`
      return [
        ['nft/detail', work],
        ['nft/history', work],
      ]
    }
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
})()
