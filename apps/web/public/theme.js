// Runs before the first paint, so that the page never flashes in the other theme or language, and before any module.
;(() => {
  // zod would try whether it may compile code; the content security policy forbids it and would report the try.
  globalThis.__zod_globalConfig = { jitless: true }
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('theme')
    const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
    root.dataset.theme = dark ? 'dark' : 'light'
    document.querySelector('meta[name=theme-color]').content = dark ? '#121210' : '#FBFAF7'
    if (localStorage.getItem('locale') === 'zh') root.lang = 'zh'
  } catch {
    // Storage may be closed to us; light and English are the defaults.
  }
  // What every page stands on is asked for while the code is still on its way (api.ts takes the answers).
  try {
    if (sessionStorage.getItem('channelId')) return
    const isChinese = localStorage.getItem('locale') === 'zh'
    const headers = { 'Finger-Nft-Token': localStorage.getItem('Authorization') ?? '', 'Accept-Language': isChinese ? 'zh' : 'en' }
    const ask = (path) => {
      const answer = fetch(path, { method: 'POST', headers, body: new URLSearchParams(), signal: AbortSignal.timeout(50_000) })
      answer.catch(() => undefined)
      return [path, answer]
    }
    const calls = ['config/fetch', 'category/list', 'paytoken/list', 'blind/paytoken/list']
    globalThis.__early = Object.fromEntries(calls.map((call) => ask(`/api/${call}`)))
  } catch {
    // The app asks itself.
  }
})()
