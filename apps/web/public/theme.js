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
})()
